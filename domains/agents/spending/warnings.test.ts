import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/index.ts'
import { reserveFor, settleAt } from '../../../testing/models/model-reservations.ts'
import { newIdentity } from '../../../testing/model-provider/index.ts'
import type { CallIdentity } from '../../../testing/models/call-identity.ts'
import type { Scope } from './budget.ts'
import { applyCap, findBudget } from './store-budgets.ts'
import { noteRefusal, claimWarnings } from './store-warnings.ts'

const { database } = await testDatabase()

const capped = async (capMicros: number) => {
  const identity = await newIdentity(database)
  const scope: Scope = { kind: 'project', id: identity.projectId }
  const cap = (micros: number | null) => database.within(identity.workspaceId, (tx) => applyCap(tx, scope, micros))
  await cap(capMicros)
  const spend = async (micros: number) =>
    settleAt(database, identity, await reserveFor(database, identity, micros), micros)
  return { identity, scope, cap, spend }
}
/** Claims the warnings for people. */
const taken = async ({ workspaceId }: CallIdentity) =>
  (await database.within(workspaceId, (tx) => claimWarnings(tx, 50))).map(
    ({ level, spentMicros, capMicros, refusedMicros }) => [level, spentMicros, capMicros, refusedMicros],
  )

test('a hundred settlements at once that cross each level warn of it once', async () => {
  const { identity, scope, spend } = await capped(1_000)
  expect(await Promise.all(Array.from({ length: 100 }, () => spend(10)))).toEqual(Array(100).fill(true))
  expect(await taken(identity)).toEqual([
    [50, 500, 1_000, null],
    [80, 800, 1_000, null],
    [100, 1_000, 1_000, null],
  ])
  expect(await database.instance((tx) => findBudget(tx, scope))).toMatchObject({
    spentMicros: 1_000,
    reservedMicros: 0,
    warnedPercent: 100,
  })
})

test('a settlement over two levels warns of the higher level, and a settlement that is rolled back warns of nothing', async () => {
  const { identity, spend } = await capped(1_000)
  const id = await reserveFor(database, identity, 850)
  const rolledBack = database.within(identity.workspaceId, async (tx) => {
    await tx.query({ text: 'select 1', values: [] })
    await applyCap(tx, { kind: 'project', id: identity.projectId }, 10)
    throw new Error('The process dies here')
  })
  await expect(rolledBack).rejects.toThrow('dies here')
  expect(await taken(identity)).toEqual([])
  expect(await settleAt(database, identity, id, 850)).toBe(true)
  expect(await settleAt(database, identity, id, 850)).toBe(false)
  await spend(50)
  expect(await taken(identity)).toEqual([[80, 850, 1_000, null]])
})

test('a lowered cap warns at once and keeps past warnings; a raised one arms the levels again', async () => {
  const { identity, cap, spend } = await capped(1_000)
  await spend(600)
  expect(await taken(identity)).toEqual([[50, 600, 1_000, null]])
  for (let times = 0; times < 3; times += 1) await cap(500)
  expect(await taken(identity)).toEqual([[100, 600, 500, null]])
  await cap(700)
  expect(await taken(identity)).toEqual([])
  await cap(690)
  await cap(10_000)
  await spend(4_400)
  await spend(3_000)
  expect(await taken(identity)).toEqual([
    [50, 5_000, 10_000, null],
    [80, 8_000, 10_000, null],
  ])
  await cap(null)
  await spend(90_000)
  await cap(100_000)
  expect(await taken(identity)).toEqual([[80, 98_000, 100_000, null]])
})

test('a refusal warns once if the rest does not cover the call, and not if calls in flight cause it', async () => {
  const { identity, scope, cap, spend } = await capped(1_000)
  await spend(100)
  const refuse = (micros: number) => database.within(identity.workspaceId, (tx) => noteRefusal(tx, scope, micros))
  await refuse(900)
  expect(await taken(identity)).toEqual([])
  await Promise.all([refuse(901), refuse(901), refuse(950)])
  const warned = await taken(identity)
  expect(warned).toHaveLength(1)
  expect(warned[0]!.slice(0, 3)).toEqual([100, 100, 1_000])
  await cap(1_000)
  await refuse(901)
  expect(await taken(identity)).toEqual([])
  await cap(1_001)
  await refuse(902)
  expect(await taken(identity)).toEqual([[100, 100, 1_001, 902]])
})

test('the level of any amount is the highest percentage that it reaches', async () => {
  const amount = fc.integer({ min: 0, max: 2_000 })
  const pairs = fc.sample(fc.tuple(amount, fc.option(amount)), 300)
  const { rows } = await database.instance((tx) =>
    tx.query<{ level: number }>({
      text: `select budget_level(spent, nullif(cap, -1))::int as level
        from unnest($1::bigint[], $2::bigint[]) with ordinality as pair (spent, cap, place) order by place`,
      values: [pairs.map(([spent]) => spent), pairs.map(([, cap]) => cap ?? -1)],
    }),
  )
  const levelOf = (spent: number, cap: number | null) =>
    cap === null || spent === 0 ? 0 : ([100, 80, 50].find((level) => spent * 100 >= cap * level) ?? 0)
  expect(rows.map(({ level }) => level)).toEqual(pairs.map(([spent, cap]) => levelOf(spent, cap)))
})
