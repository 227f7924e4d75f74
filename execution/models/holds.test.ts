import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { newIdentity } from '../../testing/model-provider/index.ts'
import { CapReached } from './budget.ts'
import { openHolds } from './holds.ts'
import { findBudget, setCap } from './index.ts'
import { expireHolds, holdAhead, recordHeld, releaseHolds } from './store-holds.ts'
import { reserveCall, settleCall } from './store.ts'

const { database } = await testDatabase()

const newPayer = async () => {
  const { workspaceId } = await newIdentity(database)
  const scope = { kind: 'workspace', id: workspaceId } as const
  const callOf = (worstMicros: number) => ({
    ...{ id: uuidv7(), identity: { workspaceId, step: 'api' }, requestHash: Buffer.alloc(32), nth: 1 },
    ...{ provider: 'p', model: 'm', isPriced: true, worstMicros, longestMs: 60_000 },
  })
  type Call = ReturnType<typeof callOf>
  const within = database.within.bind(database, workspaceId) as typeof database.instance
  return {
    workspaceId,
    callOf,
    within,
    cap: (micros: number | null) => within((tx) => setCap(tx, scope, micros)),
    reserve: async (call: Call) =>
      within((tx) => reserveCall(tx, call)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof CapReached) return false
          throw error
        },
      ),
    record: (call: Call, hold: { id: string; micros: number }) => within((tx) => recordHeld(tx, call, hold)),
    /** Settles a call at a cost and holds for the next, as the gateway does. */
    end: async (call: Call, costMicros: number, micros: number, longestMs = 60_000) => {
      const end = { status: 'finished', costMicros, usage: undefined, response: Buffer.alloc(0) } as const
      const id = uuidv7()
      const held: { id: string; micros: number }[] = []
      await within(async (tx) => {
        const isSettled = await settleCall(tx, call.id, call.identity, end)
        if (isSettled) holdAhead(tx, call, { id, micros, longestMs }, () => void held.push({ id, micros }))
      })
      return held.at(0)
    },
    release: (id: string) => within((tx) => releaseHolds(tx, workspaceId, [id])),
    expire: () => within(expireHolds),
    budget: () => within((tx) => findBudget(tx, scope)),
    rows: () =>
      within(async (tx) => {
        const text = `select coalesce(sum(cost_micros), 0)::int8 as cost,
            coalesce(sum(reserved_micros) filter (where status = 'open'), 0)::int8 as open,
            (select coalesce(sum(micros), 0)::int8 from model_hold) as held from model_call`
        return (await tx.query<{ cost: number; open: number; held: number }>({ text, values: [] })).rows[0]!
      }),
  }
}

test('in any order of calls, holds and deaths the cap holds and each micro-dollar belongs to a row', async () => {
  const step = fc.record({
    worst: fc.integer({ min: 1, max: 30 }),
    cost: fc.integer({ min: 0, max: 40 }),
    then: fc.constantFrom('ends', 'ends', 'stays open', 'gives back', 'dies'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const payer = await newPayer()
      await payer.cap(300)
      let held: { id: string; micros: number } | undefined
      for (const { worst, cost, then } of steps) {
        const call = payer.callOf(worst)
        const isHeld = held !== undefined && held.micros >= worst
        if (isHeld) await payer.record(call, held!)
        const isMade = isHeld || (await payer.reserve(call))
        if (isHeld) held = undefined
        const next = Math.ceil(worst * 1.25)
        if (isMade && then === 'dies') await payer.end(call, cost, next, -1_000)
        else if (isMade && then !== 'stays open') {
          if (held) await payer.release(held.id)
          held = await payer.end(call, cost, next)
        }
        if (then === 'dies') await payer.expire()
        if (then === 'gives back' && held) await payer.release(held.id)
        if (then === 'gives back') held = undefined
        const { spentMicros, reservedMicros } = await payer.budget()
        const rows = await payer.rows()
        expect(spentMicros + reservedMicros).toBeLessThanOrEqual(300)
        expect([spentMicros, reservedMicros]).toEqual([rows.cost, rows.open + rows.held])
      }
    }),
    { numRuns: 25 },
  )
})

test('near a cap nothing is held, so that nobody is refused for a call that is not made', async () => {
  const payer = await newPayer()
  await payer.cap(99)
  const call = payer.callOf(10)
  expect(await payer.reserve(call)).toBe(true)
  expect(await payer.end(call, 0, 10)).toBe(undefined)
  expect(await payer.budget()).toMatchObject({ spentMicros: 0, reservedMicros: 0 })
  await payer.cap(100)
  const roomy = payer.callOf(10)
  await payer.reserve(roomy)
  expect(await payer.end(roomy, 0, 10)).toMatchObject({ micros: 10 })
  expect(await payer.budget()).toMatchObject({ reservedMicros: 10 })
})

test('a hold is taken once, and one that expired is spent and records no call', async () => {
  const payer = await newPayer()
  const first = payer.callOf(10)
  await payer.reserve(first)
  const held = (await payer.end(first, 4, 12, -1_000))!
  expect(await payer.expire()).toBe(1)
  await expect(payer.record(payer.callOf(9), held)).rejects.toThrow('expired before the call was recorded')
  expect([await payer.budget(), await payer.rows()]).toMatchObject([
    { spentMicros: 16, reservedMicros: 0 },
    { cost: 16, open: 0, held: 0 },
  ])
})

test('what a process holds is for the workspace’s own calls of one endpoint, and is given back when it stops', async () => {
  const payer = await newPayer()
  const holds = openHolds(database)
  const { identity } = payer.callOf(1)
  const call = payer.callOf(10)
  await payer.reserve(call)
  holds.keep(identity, (await payer.end(call, 4, 12))!)
  const own = { ...identity, endpointId: uuidv7() }
  const run = { ...identity, projectId: uuidv7(), cycleId: uuidv7(), runId: uuidv7() }
  expect([holds.take(own, 1), holds.take(run, 1), holds.take(identity, 13), holds.isWanted(run)]).toEqual([
    ...[undefined, undefined, undefined],
    false,
  ])
  const taken = holds.take(identity, 12)!
  expect([taken.micros, holds.take(identity, 1)]).toEqual([12, undefined])
  holds.keep(identity, taken)
  await holds.close()
  expect([await payer.budget(), holds.isWanted(identity)]).toMatchObject([{ spentMicros: 4, reservedMicros: 0 }, false])
})
