import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageNames } from '../../../../domains/billing/invoices/rules.ts'
import { lateFirst, outstandingByCurrency, type AgingRow } from './outstanding.ts'
import type { InvoiceHeader } from '../../parts/invoice-sheet/invoice-state.ts'
import { billedSums, byCurrency, byWork, monthsBetween, type RevenueRow } from './reports/revenue-sums.ts'

const amount = fc.maxSafeInteger()
const money = fc.constantFrom({ currency: 'EUR', currencyDecimals: 2 }, { currency: 'JPY', currencyDecimals: 0 })

test('amounts owed by currency are the sum of the rows, by each age, beyond the range of numbers', () => {
  const ages = fc.record({ current: amount, upTo30: amount, upTo60: amount, upTo90: amount, over90: amount })
  const row = fc
    .tuple(money, ages)
    .map(([of, at]) => ({ ...of, ...Object.fromEntries(ageNames.map((age) => [`${age}Minor`, at[age]])) }) as AgingRow)
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      for (const { currency, byAge, minor, lateMinor } of outstandingByCurrency(rows)) {
        const of = rows.filter((one) => one.currency === currency)
        expect(byAge.over90).toBe(of.reduce((sum, { over90Minor }) => sum + BigInt(over90Minor), 0n))
        expect(minor).toBe(ageNames.reduce((sum, age) => sum + byAge[age], 0n))
        expect(lateMinor + byAge.current).toBe(minor)
      }
      expect(outstandingByCurrency(rows)).toHaveLength(new Set(rows.map(({ currency }) => currency)).size)
    }),
  )
})

test('revenue by client and project adds up to revenue by currency', () => {
  const row = fc
    .record({
      money,
      clientAccountId: fc.constantFrom('a', 'b'),
      projectId: fc.constantFrom('p', null),
      issuedMinor: amount,
      paidMinor: amount,
    })
    .map(({ money: of, ...rest }) => ({ ...of, ...rest }) as RevenueRow)
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      for (const of of byCurrency(rows)) {
        const parts = byWork(rows).filter((one) => one.of.currency === of[0]!.currency)
        expect(parts.reduce((sum, { issued }) => sum + issued, 0n)).toBe(billedSums(of).issued)
        expect(parts.reduce((sum, { paid }) => sum + paid, 0n)).toBe(billedSums(of).paid)
      }
    }),
  )
})

test('months continue over the end of a year, and none are between reversed ones', () => {
  expect(monthsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(monthsBetween('2027-02', '2026-11')).toEqual([])
})

test('late invoices come first, then open ones and drafts, and paid and void ones last', () => {
  const invoices = ['void', 'paid', 'final', 'draft', 'late 3', 'late 9'].map(
    (id) => ({ id, status: id.startsWith('late') ? 'final' : id, dueCents: 0 }) as InvoiceHeader,
  )
  const lateBy = ({ id }: InvoiceHeader) => Number(id.split(' ')[1] ?? 0)
  expect(lateFirst(invoices, lateBy as never).map(({ id }) => id)).toEqual([
    'late 9',
    'late 3',
    'final',
    'draft',
    'paid',
    'void',
  ])
})
