import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asOwner } from '../../../testing/database-state.ts'
import { addLead } from '../../../testing/growth/lookups.ts'
import { growthProjectIn } from '../../../testing/growth/rows.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { hasRoom } from '../providers/index.ts'
import { openCall } from '../providers/store-calls.ts'
import {
  assignGrowthLeads,
  createGrowthPlay,
  getGrowthSpend,
  startGrowthPlayLookup,
  updateGrowthPlay,
} from './contract.ts'

const server = await testServer()

test('200 shows what look-ups cost each play, and what belongs to none', async () => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const play = { name: 'A play', hardCapUsd: 1 }
  const playId = (await at.member.call(createGrowthPlay, { projectId, body: play })).body.id as string
  const call = (growthPlayId: string | null, micros: number) =>
    asOwner(
      server,
      `insert into growth_provider_call (id, workspace_id, growth_project_id, growth_play_id, capability, provider, payer,
         month, status, is_found, held_micros, cost_micros, sent_at, expires_at, ended_at)
       values ($1, $2, $3, $4, 'find_email', 'hunter', 'workspace', '2026-11', 'finished', true, $5, $5, now(), now(), now())`,
      [uuidv7(), at.workspace, projectId, growthPlayId, micros],
    )
  await call(playId, 1_000_000)
  await call(null, 250_000)
  expect((await at.member.call(getGrowthSpend, { projectId })).body).toEqual({
    timeZone: 'UTC',
    plays: [
      { playId, name: 'A play', todayUsd: 1, last30DaysUsd: 1, hardCapUsd: 1 },
      { playId: null, name: null, todayUsd: 0.25, last30DaysUsd: 0.25, hardCapUsd: null },
    ],
  })
  const room = () =>
    server.database.within(at.workspace, async (tx) => [await hasRoom(tx, playId, 0), await hasRoom(tx, playId, 1)])
  expect(await room()).toEqual([true, false])
  const look = () => at.member.call(startGrowthPlayLookup, { playId })
  expectError(await look(), 402, 'growth_play_cap_reached')
  await at.owner.call(updateGrowthPlay, { playId, body: { hardCapUsd: null } })
  expectError(await look(), 409, 'growth_no_lead_to_look_up')
  await addLead(server, at, projectId, {})
  await at.member.call(assignGrowthLeads, { playId, body: {} })
  expect(await look()).toMatchObject({ status: 202, body: { leads: 1 } })
  expect(await at.rows('growth_lookup_pass')).toMatchObject([{ growth_play_id: playId }])
})

test('of many look-ups and drafts at once as many begin as the hard cap of the play covers', async () => {
  const at = await scene(server)
  const growthProjectId = await growthProjectIn(server, at)
  const body = { name: 'A play', hardCapUsd: 1 }
  const growthPlayId = (await at.member.call(createGrowthPlay, { projectId: growthProjectId, body })).body.id as string
  const scope = { growthProjectId, growthPlayId, passId: null, leadId: null }
  const heldMicros = 90_000
  const begin = () =>
    server.database.within(at.workspace, async (tx) => {
      if (!(await hasRoom(tx, growthPlayId, heldMicros))) return false
      const call = {
        ...scope,
        capability: 'find_email',
        provider: 'hunter',
        payer: 'workspace',
        month: '2026-11',
      } as const
      return openCall(tx, { id: uuidv7(), ...call, heldMicros }, 60_000)
    })
  const begun = await Promise.all(Array.from({ length: 40 }, begin))
  expect(begun.filter(Boolean)).toHaveLength(11)
})
