import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { testDatabase } from '../../../testing/index.ts'
import { newIdentity } from '../../../testing/model-provider/index.ts'
import type { CallIdentity } from '../../../testing/models/call-identity.ts'
import { applyCap, findBudget } from './store-budgets.ts'
import { instanceScope, CapReached, capSentence, scopesOf } from './budget.ts'
import { releaseReservations, callsPage, releaseExpired, reserveCall, settleCall } from './store-calls.ts'
import { sweepCalls } from './domain.ts'

const { database } = await testDatabase()

const within = <T>(identity: CallIdentity, work: (tx: Transaction) => Promise<T>) =>
  database.within(identity.workspaceId, work)

const reserve = async (identity: CallIdentity, worstMicros: number, longestMs = 60_000) => {
  const id = uuidv7()
  const call = {
    id,
    requestHash: Buffer.alloc(32),
    nth: 1,
    provider: 'p',
    model: 'm',
    isPriced: true,
    worstMicros,
    longestMs,
  }
  await within(identity, (tx) => reserveCall(tx, identity, call))
  return id
}

const finish = (identity: CallIdentity, id: string, micros: number) =>
  within(identity, (tx) =>
    settleCall(tx, id, identity, {
      status: 'finished',
      costMicros: micros,
      usage: undefined,
      response: Buffer.from('x'),
    }),
  )

const budgets = (identity: CallIdentity) =>
  database.instance((tx) => Promise.all(scopesOf(identity).map((scope) => findBudget(tx, scope))))
const statuses = async (identity: CallIdentity) =>
  (await within(identity, (tx) => callsPage(tx, identity.runId, 100))).map(({ status }) => status)

describe('caps', () => {
  test('are never passed by calls of several cycles at once, and nothing deadlocks', async () => {
    const first = await newIdentity(database)
    const cycles = [first, { ...first, cycleId: uuidv7() }, { ...first, cycleId: uuidv7(), projectId: uuidv7() }]
    await database.instance((tx) => applyCap(tx, { kind: 'workspace', id: first.workspaceId }, 500))
    await database.instance((tx) => applyCap(tx, { kind: 'cycle', id: first.cycleId }, 150))
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        const identity = cycles[at % 3]!
        try {
          const id = await reserve(identity, 10)
          if (at % 2 === 0) await finish(identity, id, 10)
          if (at % 7 === 0) await within(identity, (tx) => releaseReservations(tx, identity.runId))
          return 'taken'
        } catch (error) {
          if (error instanceof CapReached) return error.scope.kind
          throw error
        }
      }),
    )
    const [cycle, project, workspace] = await budgets(first)
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(50)
    expect(workspace!.spentMicros + workspace!.reservedMicros).toBe(500)
    expect(cycle!.spentMicros + cycle!.reservedMicros).toBeLessThanOrEqual(150)
    expect(project!.spentMicros + project!.reservedMicros).toBeLessThanOrEqual(500)
  })

  test('hold for any order of reservations and settlements', async () => {
    const step = fc.record({
      worst: fc.integer({ min: 1, max: 60 }),
      cost: fc.integer({ min: 0, max: 90 }),
      settles: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const identity = await newIdentity(database)
        await database.instance((tx) => applyCap(tx, { kind: 'project', id: identity.projectId }, 100))
        for (const { worst, cost, settles } of steps) {
          const id = await reserve(identity, worst).catch((error: unknown) => {
            if (!(error instanceof CapReached)) throw error
          })
          if (id && settles) expect(await finish(identity, id, cost)).toBe(true)
          const [cycle, project] = await budgets(identity)
          expect(project!.spentMicros + project!.reservedMicros).toBeLessThanOrEqual(100)
          expect(cycle).toMatchObject({ spentMicros: project!.spentMicros, reservedMicros: project!.reservedMicros })
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('a cap that changes', () => {
  test('below the spent amount stops every call, and without a cap none is stopped', async () => {
    const identity = await newIdentity(database)
    await finish(identity, await reserve(identity, 100), 100)
    const set = (cap: number | null) =>
      within(identity, (tx) => applyCap(tx, { kind: 'cycle', id: identity.cycleId }, cap))
    await set(50)
    await expect(reserve(identity, 1)).rejects.toBeInstanceOf(CapReached)
    await set(null)
    expect(await reserve(identity, 1_000_000)).toBeTypeOf('string')
  })
})

describe('calls that are never ended', () => {
  test('are settled at their worst case when another worker takes the step over, and a late end is refused', async () => {
    const identity = await newIdentity(database)
    const other = { ...identity, step: 'other' }
    const abandoned = await reserve(identity, 70)
    const kept = await reserve(other, 5)
    expect(await within(identity, (tx) => releaseReservations(tx, identity.runId, identity.step))).toBe(1)
    expect(await finish(identity, abandoned, 1)).toBe(false)
    expect(await finish(other, kept, 5)).toBe(true)
    expect((await budgets(identity)).slice(0, 3)).toMatchObject(Array(3).fill({ spentMicros: 75, reservedMicros: 0 }))
    expect(await statuses(identity)).toEqual(['abandoned', 'finished'])
  })

  test('are settled once when their run ends', async () => {
    const identity = await newIdentity(database)
    await Promise.all([
      reserve(identity, 1),
      reserve({ ...identity, step: 'b' }, 2),
      reserve({ ...identity, step: 'c' }, 4),
    ])
    const ends = await Promise.all(
      [1, 2, 3].map(() => within(identity, (tx) => releaseReservations(tx, identity.runId))),
    )
    expect(ends.reduce((sum, count) => sum + count)).toBe(3)
    expect((await budgets(identity))[0]).toMatchObject({ spentMicros: 7, reservedMicros: 0 })
  })

  test('calls of a dead process are swept when they are too old, and calls of a living process stay', async () => {
    const identity = await newIdentity(database)
    await Promise.all([
      reserve(identity, 10, -1),
      reserve({ ...identity, cycleId: uuidv7() }, 20, -1),
      reserve(identity, 40),
    ])
    expect(await sweepCalls(database)).toBeGreaterThanOrEqual(2)
    expect((await budgets(identity))[2]).toMatchObject({ spentMicros: 30, reservedMicros: 40 })
    expect(await within(identity, releaseExpired)).toBe(0)
  })

  test('of another workspace cannot be seen or settled', async () => {
    const mine = await newIdentity(database)
    const theirs = await newIdentity(database)
    const id = await reserve(theirs, 10)
    expect(await within(mine, (tx) => releaseReservations(tx, theirs.runId))).toBe(0)
    expect(
      await within(mine, (tx) => settleCall(tx, id, theirs, { status: 'failed', costMicros: 0, failure: {} })),
    ).toBe(false)
    expect(await within(mine, (tx) => callsPage(tx, theirs.runId, 10))).toEqual([])
  })
})

test('a refusal names the cap, its state, and the next step', () => {
  expect(
    capSentence('cycle', { capMicros: 5e6, spentMicros: 4.9e6, reservedMicros: 50_000, warnedPercent: 80 }, 120_000),
  ).toBe(
    "The cycle's model budget of $5.00 does not cover this call, which may cost up to $0.12: $4.90 is spent and $0.05 " +
      "is reserved for calls in flight. Raise the cycle's cap, or propose what is left as a new cycle.",
  )
})

test('the budget of the instance is stored under the nil id', () => {
  expect(scopesOf({ workspaceId: 'w', projectId: 'p', cycleId: 'c' }).at(-1)).toBe(instanceScope)
})
