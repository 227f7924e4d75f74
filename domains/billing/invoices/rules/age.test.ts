import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageNames, ageOf, daysLate, owedByAge } from './age.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T00:00:00.000Z', 0, 'current'],
  ['2026-11-21T23:59:59.999Z', 0, 'current'],
  ['2026-12-01T00:00:00.000Z', -10, 'current'],
  ['2026-11-20T23:59:59.999Z', 1, 'upTo30'],
  ['2026-10-22T00:00:00.000Z', 30, 'upTo30'],
  ['2026-10-21T23:59:59.999Z', 31, 'upTo60'],
  ['2026-09-22T12:00:00.000Z', 60, 'upTo60'],
  ['2026-09-21T12:00:00.000Z', 61, 'upTo90'],
  ['2026-08-23T12:00:00.000Z', 90, 'upTo90'],
  ['2026-08-22T12:00:00.000Z', 91, 'over90'],
] as const)('what is due on %s is late by %d days on 21 November: %s', (dueAt, days, age) => {
  expect([daysLate(dueAt, noon), ageOf(days)]).toEqual([days, age])
})

test('every invoice counts once, and the ages add up to what is owed', () => {
  const invoice = fc.record({
    dueAt: fc.date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
    totalMinor: fc.maxSafeInteger(),
  })
  fc.assert(
    fc.property(fc.array(invoice), (invoices) => {
      const byAge = owedByAge(invoices, noon)
      const all = ageNames.reduce((sum, age) => sum + byAge[age], 0n)
      expect(all).toBe(invoices.reduce((sum, { totalMinor }) => sum + BigInt(totalMinor), 0n))
    }),
  )
})

test('a day later nothing is younger', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), (days) => {
      expect(ageNames.indexOf(ageOf(days + 1))).toBeGreaterThanOrEqual(ageNames.indexOf(ageOf(days)))
    }),
  )
})
