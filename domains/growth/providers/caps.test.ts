import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { capPassedBy } from '../settings/index.ts'
import { getGrowthSettings, updateGrowthSettings } from '../settings/contract.ts'
import { providerNamed, type GrowthTerms } from './catalogue.ts'
import { beginLookups, LookupCapReached, newLookup } from './look-up.ts'
import type { LookupPayer } from './rules.ts'
import { costOf } from './rules.ts'
import { abandonExpiredCalls, settleCall } from './store-calls.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { database } = server
const facts = providerNamed('hunter')!
const scope = { growthProjectId: null, growthPlayId: null, passId: null, leadId: null }
const at100 = (freeMicros: number, plans: GrowthTerms['plans'] = new Map()): GrowthTerms => ({
  keys: {},
  freeMicros,
  plans,
})

const lookup = (payer: LookupPayer, priceMicros: number, number: number) =>
  newLookup({
    scope,
    provider: { facts, apiKey: 'k', payer, priceMicros },
    capability: 'find_email',
    input: { firstName: 'A', lastName: `B${number}`, domain: 'example.com' },
  })

interface Load {
  readonly payer: LookupPayer
  readonly priceMicros: number
  readonly growthTerms: GrowthTerms
  readonly number: number
}

/** Begins look-ups all at once and settles each as it comes; returns the limits that refused. */
const carryOutAll = async (
  { workspace }: Scene,
  { payer, priceMicros, growthTerms, number }: Load,
  cost: (n: number) => number,
) => {
  const refused: string[] = []
  await Promise.all(
    Array.from({ length: number }, async (_, n) => {
      const one = lookup(payer, priceMicros, n)
      try {
        await database.within(workspace, (tx) => beginLookups(tx, { growthTerms }, [one]))
      } catch (error) {
        if (!(error instanceof LookupCapReached)) throw error
        refused.push(error.cap)
        return
      }
      const costMicros = cost(n)
      const end = { id: one.id, status: 'finished', isFound: costMicros > 0, failure: null, costMicros } as const
      await database.within(workspace, (tx) => settleCall(tx, end))
    }),
  )
  return refused
}

const account = async (at: Scene) => {
  const [month] = await at.rows('growth_lookup_month')
  const calls = await at.rows('growth_provider_call')
  const sum = (name: string) => calls.reduce((total, call) => total + Number(call[name]), 0)
  return { month, calls, spent: sum('cost_micros') }
}

test('1,000 look-ups at once spend the hard cap to the cent and never more', async () => {
  const at = await scene(server)
  await at.owner.call(updateGrowthSettings, { body: { hardCapUsd: 3.4 } })
  const load = { payer: 'workspace', priceMicros: 34_000, growthTerms: at100(0), number: 1_000 } as const
  const refused = await carryOutAll(at, load, () => 34_000)
  expect(new Set(refused)).toEqual(new Set(['hard_cap']))
  const { month, calls, spent } = await account(at)
  expect([calls.length, refused.length, spent]).toEqual([100, 900, 3_400_000])
  expect(month).toMatchObject({ spent_micros: 3_400_000, held_micros: 0, credit_spent_micros: 0 })
  expect((await at.member.call(getGrowthSettings)).body).toMatchObject({
    month: { spentUsd: 3.4, heldUsd: 0, remainingUsd: 0 },
  })
})

test('the unspent price of a look-up is free for the next: 1,000 at once, half of them without a result', async () => {
  const at = await scene(server)
  await at.owner.call(updateGrowthSettings, { body: { hardCapUsd: 1 } })
  const load = { payer: 'workspace', priceMicros: 17_000, growthTerms: at100(0), number: 1_000 } as const
  await carryOutAll(at, load, (n) => (n % 2 === 0 ? 17_000 : 0))
  const { month, calls, spent } = await account(at)
  expect(spent).toBeLessThanOrEqual(1_000_000)
  expect(month).toMatchObject({ spent_micros: spent, held_micros: 0 })
  expect(calls.every(({ ended_at: endedAt }) => endedAt !== null)).toBe(true)
})

test('the free credit and the plan cover only look-ups with the key of the instance, each to the cent', async () => {
  const [free, planned] = await Promise.all([scene(server), scene(server)])
  const terms = at100(100_000, new Map([[planned.workspace, 250_000]]))
  const load = { payer: 'instance', priceMicros: 10_000, growthTerms: terms, number: 100 } as const
  const refused = await Promise.all([free, planned].map((at) => carryOutAll(at, load, () => 10_000)))
  expect(refused.map((caps) => [caps.length, ...new Set(caps)])).toEqual([
    [90, 'free_credit'],
    [75, 'plan_cap'],
  ])
  const own = await carryOutAll(free, { ...load, payer: 'workspace', number: 20 }, () => 10_000)
  expect(own).toEqual([])
  expect((await account(free)).month).toMatchObject({ spent_micros: 300_000, credit_spent_micros: 100_000 })
})

test('without money of the instance, nothing is looked up with its key', async () => {
  const at = await scene(server)
  const load = { payer: 'instance', priceMicros: 1, growthTerms: at100(0), number: 3 } as const
  expect(await carryOutAll(at, load, () => 1)).toEqual(['free_credit', 'free_credit', 'free_credit'])
  expect(await at.rows('growth_provider_call')).toEqual([])
})

test('of look-ups that are begun together, all are reserved or none', async () => {
  const at = await scene(server)
  await at.owner.call(updateGrowthSettings, { body: { hardCapUsd: 0.05 } })
  const many = Array.from({ length: 3 }, (_, n) => lookup('workspace', 20_000, n))
  await expect(
    database.within(at.workspace, (tx) => beginLookups(tx, { growthTerms: at100(0) }, many)),
  ).rejects.toThrow(LookupCapReached)
  expect(await at.rows('growth_provider_call')).toEqual([])
  expect((await at.member.call(getGrowthSettings)).body).toMatchObject({ month: { heldUsd: 0, remainingUsd: 0.05 } })
})

test('a provider that reports more than it may cost passes no cap, and a look-up is settled once', async () => {
  const at = await scene(server)
  const one = lookup('workspace', 20_000, 1)
  await database.within(at.workspace, (tx) => beginLookups(tx, { growthTerms: at100(0) }, [one]))
  const end = { id: one.id, status: 'finished', isFound: true, failure: null, costMicros: 9_000_000 } as const
  const settled = await Promise.all([1, 2].map(() => database.within(at.workspace, (tx) => settleCall(tx, end))))
  expect(settled.filter((call) => call !== undefined)).toHaveLength(1)
  expect((await account(at)).month).toMatchObject({ spent_micros: 20_000, held_micros: 0 })
})

test('the open look-up of a dead process is settled at its full price, once it is older than any look-up can be', async () => {
  const at = await scene(server)
  const one = lookup('instance', 20_000, 1)
  await database.within(at.workspace, (tx) => beginLookups(tx, { growthTerms: at100(50_000) }, [one]))
  expect(await database.within(at.workspace, (tx) => abandonExpiredCalls(tx, 10))).toBe(0)
  await database.within(at.workspace, (tx) =>
    tx.query({ text: `update growth_provider_call set expires_at = now() - interval '1 second'`, values: [] }),
  )
  expect(await database.within(at.workspace, (tx) => abandonExpiredCalls(tx, 10))).toBe(1)
  expect((await account(at)).month).toMatchObject({
    credit_spent_micros: 20_000,
    credit_held_micros: 0,
    held_micros: 0,
  })
})

const amount = fc.nat(1_000)

test('an allowed look-up stays within every limit, and a refused look-up would pass the named limit', () =>
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 7, maxLength: 7 }),
      fc.boolean(),
      fc.boolean(),
      (numbers, isPlan, isOwn) => {
        const [cap, spent, held, limit, creditSpent, creditHeld, worst] = numbers as [
          number,
          number,
          number,
          number,
          number,
          number,
          number,
        ]
        const terms = isOwn ? undefined : ({ kind: isPlan ? 'plan_cap' : 'free_credit', limitMicros: limit } as const)
        const account = { spentMicros: 0, heldMicros: 0, creditSpentMicros: creditSpent, creditHeldMicros: creditHeld }
        const passed = capPassedBy(worst, {
          hardCapMicros: cap,
          month: { spentMicros: spent, heldMicros: held },
          account,
          terms,
        })
        const isOverCap = worst > 0 && spent + held + worst > cap
        const isOverCredit = worst > 0 && !isOwn && creditSpent + creditHeld + worst > limit
        expect(passed).toBe(isOverCap ? 'hard_cap' : isOverCredit ? terms!.kind : undefined)
      },
    ),
  ))

test('a look-up costs at most the reserved amount, and nothing if the provider marks it as free', () =>
  fc.assert(
    fc.property(amount, fc.constantFrom('asked', 'found'), (price, billed) => {
      expect(costOf(price, billed, 'free')).toBe(0)
      expect(costOf(price, billed, 'not_found')).toBe(billed === 'found' ? 0 : price)
      expect(costOf(price, billed, 'perhaps_billed')).toBe(price)
      expect(costOf(price, billed, 'found')).toBe(price)
    }),
  ))
