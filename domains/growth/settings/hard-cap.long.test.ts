import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { ModelFailure } from '../../../execution/models/index.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { openStepLedger, type CallJudge } from '../../agents/spending/index.ts'
import { getGrowthSettings, updateGrowthSettings } from './contract.ts'
import { draftStep, reserveLookupMoney, isWithinHardCap, settleLookupMoney } from './index.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { database } = server

const judge: CallJudge = async (tx, { worstMicros }) => {
  if (await isWithinHardCap(tx, worstMicros)) return
  throw new ModelFailure('Over the cap', { status: 402, code: 'workspace_cap_reached', billed: 'nothing' })
}

/** A model call of growth that is held, carried out and settled; whether the hard cap let it. */
const callModel = async ({ workspace }: Scene, worstMicros: number, costMicros: number): Promise<boolean> => {
  const payer = { workspaceId: workspace, runId: uuidv7(), step: draftStep }
  const ledger = openStepLedger(database, payer, undefined, judge)
  const id = uuidv7()
  const call = {
    id,
    requestHash: randomBytes(32),
    nth: 1,
    provider: 'loopback',
    model: 'fake',
    isPriced: true,
    worstMicros,
    longestMs: 60_000,
  }
  try {
    await ledger.reserve(call)
  } catch (error) {
    if (error instanceof ModelFailure && error.code === 'workspace_cap_reached') return false
    throw error
  }
  await ledger.settle(id, { status: 'finished', costMicros, usage: undefined, response: Buffer.alloc(0) })
  return true
}

/** A look-up of a provider of data, alike. */
const lookUp = async ({ workspace }: Scene, worstMicros: number, costMicros: number): Promise<boolean> => {
  const within = <T>(work: Parameters<typeof database.within<T>>[1]) => database.within(workspace, work)
  const hold = await within((tx) => reserveLookupMoney(tx, worstMicros, undefined))
  if ('cap' in hold) return false
  const settlement = { month: hold.month, heldMicros: worstMicros, costMicros, isInstancePaying: false }
  await within((tx) => settleLookupMoney(tx, settlement))
  return true
}

const spent = async ({ workspace }: Scene) => {
  const [row] = await asOwner(
    server,
    `select (select coalesce(sum(cost_micros), 0)::int from model_call where workspace_id = $1) as models,
       (select coalesce(sum(spent_micros), 0)::int from growth_lookup_month where workspace_id = $1) as lookups,
       (select coalesce(sum(held_micros), 0)::int from growth_lookup_month where workspace_id = $1) as held`,
    [workspace],
  )
  return row as { models: number; lookups: number; held: number }
}

test('1,000 model calls and look-ups at once share the hard cap, to the cent', { timeout: 300_000 }, async () => {
  const at = await scene(server)
  await at.owner.call(updateGrowthSettings, { body: { hardCapUsd: 2 } })
  const carriedOut = await Promise.all(
    Array.from({ length: 1_000 }, (_none, nth) => (nth % 2 === 0 ? callModel : lookUp)(at, 20_000, 20_000)),
  )
  expect(carriedOut.filter(Boolean)).toHaveLength(100)
  const { models, lookups, held } = await spent(at)
  expect([models + lookups, held]).toEqual([2_000_000, 0])
  expect((await at.member.call(getGrowthSettings)).body).toMatchObject({
    month: { spentUsd: 2, heldUsd: 0, remainingUsd: 0 },
  })
})

test('1,000 that cost less than was held never pass the hard cap together', { timeout: 300_000 }, async () => {
  const at = await scene(server)
  await at.owner.call(updateGrowthSettings, { body: { hardCapUsd: 1 } })
  await Promise.all(
    Array.from({ length: 1_000 }, (_none, nth) => (nth % 2 === 0 ? callModel : lookUp)(at, 13_000, (nth % 13) * 1_000)),
  )
  const { models, lookups, held } = await spent(at)
  expect(models + lookups).toBeLessThanOrEqual(1_000_000)
  expect(held).toBe(0)
  // The unspent part is free again.
  const left = 1_000_000 - models - lookups
  expect([await lookUp(at, left + 1, 0), await callModel(at, left + 1, 0)]).toEqual([false, false])
  expect([await lookUp(at, left, 0), await callModel(at, left, 0)]).toEqual([true, true])
})
