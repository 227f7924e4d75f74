import { expect, test } from 'vitest'
import { daysOfTerms } from './days-of-terms.ts'

test.each([
  ['Net 30 days', 30],
  ['Payable within 1 day', 1],
  ['Zahlbar innerhalb von 14 Tagen.', 14],
  ['At once', undefined],
  ['2% within 10 days, net within 30 days', undefined],
  ['Invoice 2026, without deduction', undefined],
])('the terms “%s” name %s days', (terms, days) => {
  expect(daysOfTerms(terms)).toBe(days)
})
