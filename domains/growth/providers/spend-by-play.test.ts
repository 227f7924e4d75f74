import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { fakeDataProviders } from '../../../testing/growth/data-providers.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { dnsServer } from '../../../testing/network/dns-server.ts'
import { lookupsOn } from '../../../testing/growth/lookups.ts'
import { testServer } from '../../../testing/server.ts'
import { lookUpLeads } from './look-up-leads.ts'
import { removeOldAnswers } from './store-cache.ts'
import { abandonCallsOf, callExpiry, openCall, spendByPlay, wasAsked } from './store-calls.ts'

const apiKey = 'key-of-the-workspace-41fd'
const fake = await fakeDataProviders(apiKey)
const dns = await dnsServer({ 'example.com': { mx: ['mx.example.com'] }, 'null.example': { mx: ['.'] } })
const server = await testServer({
  ATELIER_FETCH_PRIVATE_HOSTS: fake.site.host,
  ATELIER_DATA_PROVIDERS: fake.setting,
  ATELIER_GROWTH_DNS: dns,
})
const { database } = server
const { world, addLead, start, ended, leadOf } = lookupsOn(server, apiKey)

test('a play pays for its leads: its spend of today and of the last 30 days, in the workspace’s time zone', async () => {
  const { at, projectId } = await world('hunter')
  const id = await addLead(at, projectId, {})
  const stays = await addLead(at, projectId, { domain: 'other.example.com' })
  const growthPlayId = uuidv7()
  const request = { growthProjectId: projectId, growthPlayId, leadIds: [id, uuidv7()], startedBy: null }
  const pass = await database.within(at.workspace, (tx) => lookUpLeads(tx, server.parts.engine, request))
  expect(pass).toMatchObject({ leads: 1, growthPlayId })
  await ended(at, projectId)
  expect(await leadOf(at, projectId, stays)).toMatchObject({ lookedUpAt: null })
  const spend = () => database.within(at.workspace, (tx) => spendByPlay(tx, projectId, 30))
  expect(await spend()).toEqual([{ growthPlayId, todayMicros: 34_000, periodMicros: 34_000 }])
  // Yesterday ended in the workspace's time zone, and not in UTC: half past midnight there.
  await asOwner(server, `update workspace set time_zone = 'Pacific/Kiritimati' where id = $1`, [at.workspace])
  await asOwner(
    server,
    `update growth_provider_call set sent_at = date_trunc('day', now() at time zone 'Pacific/Kiritimati')
       at time zone 'Pacific/Kiritimati' - interval '1 second' where workspace_id = $1`,
    [at.workspace],
  )
  expect(await spend()).toEqual([{ growthPlayId, todayMicros: 0, periodMicros: 34_000 }])
  await asOwner(
    server,
    `update growth_provider_call set sent_at = sent_at - interval '29 days' where workspace_id = $1`,
    [at.workspace],
  )
  expect(await spend()).toEqual([])
})

test('the open look-up of a dead process is paid in full, and its pass does not ask that provider again', async () => {
  const { at, projectId } = await world('hunter')
  const leadId = await addLead(at, projectId, {})
  const request = { growthProjectId: projectId, growthPlayId: null, startedBy: null }
  const pass = (await database.within(at.workspace, (tx) =>
    lookUpLeads(tx, { start: () => Promise.resolve({ id: uuidv7() }) as never }, request),
  ))!
  const call = {
    capability: 'find_email',
    provider: 'hunter',
    payer: 'none',
    heldMicros: 0,
    month: '2026-11',
  } as const
  const scope = { growthProjectId: projectId, growthPlayId: null, passId: pass.id, leadId }
  await database.within(at.workspace, async (tx) => {
    expect(await openCall(tx, { id: uuidv7(), ...call, ...scope }, 1_000)).toBe(true)
    expect(await openCall(tx, { id: uuidv7(), ...call, ...scope }, 1_000)).toBe(false)
    await abandonCallsOf(tx, pass.id, leadId)
    expect(await wasAsked(tx, scope, 'find_email', 'hunter')).toBe(true)
    expect(await wasAsked(tx, scope, 'find_email', 'apollo')).toBe(false)
  })
  expect(await at.rows('growth_provider_call')).toMatchObject([{ status: 'abandoned' }])
})

test('answers are removed after 30 days, and look-ups after 400', async () => {
  const { at, projectId } = await world('hunter')
  await addLead(at, projectId, {})
  await start(at, projectId)
  await ended(at, projectId)
  const remove = () =>
    database.within(at.workspace, async (tx) => [await removeOldAnswers(tx, 10), await callExpiry.remove(tx, 10)])
  expect(await remove()).toEqual([0, 0])
  await asOwner(
    server,
    `update growth_lookup_cache set found_at = now() - interval '31 days' where workspace_id = $1`,
    [at.workspace],
  )
  await asOwner(
    server,
    `update growth_provider_call set sent_at = now() - interval '401 days' where workspace_id = $1`,
    [at.workspace],
  )
  expect((await remove()).every((number) => number > 0)).toBe(true)
})
