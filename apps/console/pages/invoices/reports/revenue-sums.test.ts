import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marginsOf, workRows, type RevenueRow } from './revenue-sums.ts'

const billed = (projectId: string | null, currency: string, issuedMinor: number): RevenueRow => ({
  month: '2026-03',
  clientAccountId: 'a client',
  clientName: 'Globex',
  projectId,
  projectName: projectId,
  currency,
  currencyDecimals: 2,
  issuedMinor,
  paidMinor: 0,
  openMinor: issuedMinor,
})
const cost = (projectId: string | null, costUsd: number) => ({ projectId, projectName: projectId, costUsd })
const all = { isBilledOnly: false }

test('in US dollars the model cost of all months is subtracted, below zero too', () => {
  const revenue = [billed('shop', 'USD', 10_000), billed('shop', 'USD', 2_000), billed('app', 'USD', 100)]
  const [margins] = marginsOf(revenue, [cost('shop', 1.25), cost('shop', 0.75), cost('app', 3.004)], all)
  expect(margins).toMatchObject({
    currency: 'USD',
    projects: [
      { projectId: 'shop', billedMinor: 12_000n, costUsd: 2, marginMinor: 11_800n },
      { projectId: 'app', billedMinor: 100n, costUsd: 3.004, marginMinor: -200n },
    ],
  })
})

test('in another currency the cost is beside the billed amount, and nothing is subtracted', () => {
  expect(marginsOf([billed('shop', 'EUR', 10_000)], [cost('shop', 2)], all)).toMatchObject([
    { currency: 'EUR', projects: [{ billedMinor: 10_000n, costUsd: 2, marginMinor: null }] },
  ])
})

test('the cost of a project that is billed in two currencies counts once', () => {
  const margins = marginsOf([billed('shop', 'EUR', 10_000), billed('shop', 'USD', 500)], [cost('shop', 2)], all)
  expect(margins.map(({ projects }) => projects[0])).toMatchObject([
    { billedMinor: 10_000n, costUsd: null, marginMinor: null },
    { billedMinor: 500n, costUsd: 2, marginMinor: 300n },
  ])
})

test('a project that is not billed is a loss in US dollars, and left out if one client is shown', () => {
  const revenue = [billed('shop', 'EUR', 10_000), billed(null, 'EUR', 7_000)]
  const usage = [cost('shop', 2), cost('idea', 5), cost('free', 0), cost(null, 9)]
  expect(marginsOf(revenue, usage, all).map(({ currency, projects }) => [currency, projects.length])).toEqual([
    ['EUR', 1],
    ['USD', 1],
  ])
  expect(marginsOf(revenue, usage, all)[1]!.projects[0]).toMatchObject({ projectId: 'idea', marginMinor: -500n })
  expect(marginsOf(revenue, usage, { isBilledOnly: true })).toHaveLength(1)
})

test('no cost is counted twice, and none is lost but that without a project', () => {
  const ids = fc.constantFrom('a', 'b', 'c')
  const bills = fc.array(
    fc.record({ id: ids, currency: fc.constantFrom('EUR', 'USD', 'CHF'), minor: fc.integer({ min: 0, max: 1e9 }) }),
  )
  const uses = fc.array(fc.record({ id: ids, cents: fc.integer({ min: 1, max: 1e6 }) }))
  fc.assert(
    fc.property(bills, uses, (some, used) => {
      const margins = marginsOf(
        some.map(({ id, currency, minor }) => billed(id, currency, minor)),
        used.map(({ id, cents }) => cost(id, cents / 100)),
        all,
      )
      for (const id of ['a', 'b', 'c']) {
        const rows = margins.flatMap(({ currency, projects }) =>
          projects.filter(({ projectId }) => projectId === id).map((one) => ({ ...one, currency })),
        )
        const whole = used.filter((one) => one.id === id).reduce((sum, { cents }) => sum + cents, 0)
        const subtracted = rows.filter(({ marginMinor }) => marginMinor !== null)
        expect(subtracted.length).toBeLessThanOrEqual(1)
        for (const { billedMinor, marginMinor, currency } of subtracted) {
          expect([currency, billedMinor - marginMinor!]).toEqual(['USD', BigInt(whole)])
        }
        if (whole > 0) expect(rows.some(({ costUsd }) => Math.round(100 * (costUsd ?? 0)) === whole)).toBe(true)
      }
    }),
  )
})

test('rows of work have the cost of a project once, a project without a bill, and sums by currency', () => {
  const twoClients = [billed('shop', 'USD', 500), { ...billed('shop', 'USD', 300), clientAccountId: 'another' }]
  const { rows, sums } = workRows([...twoClients, billed(null, 'EUR', 700)], [cost('shop', 2), cost('idea', 1)], all)
  expect(rows.map(({ projectId, issued, costUsd }) => [projectId, issued, costUsd])).toEqual([
    [null, 700n, null],
    ['shop', 500n, 2],
    ['shop', 300n, null],
    ['idea', 0n, 1],
  ])
  expect(sums).toMatchObject([
    { currency: 'EUR', issued: 700n, costUsd: 0, marginMinor: null },
    { currency: 'USD', issued: 800n, costUsd: 3, marginMinor: 500n },
  ])
})

test('one billed currency has one sum, with the costs of projects without a bill', () => {
  const { sums } = workRows([billed(null, 'EUR', 700)], [cost('idea', 1), cost('shop', 2)], all)
  expect(sums).toMatchObject([{ currency: 'EUR', issued: 700n, costUsd: 3, marginMinor: null }])
})
