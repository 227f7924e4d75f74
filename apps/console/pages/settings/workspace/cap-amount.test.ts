import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, textOf } from './cap-amount.ts'

test.each([
  ['', null],
  [' ', null],
  ['0', 0],
  ['500', 500],
  ['1,234.50', 1234.5],
  ['12,5', 12.5],
  ['1,000,000', 1_000_000],
  ['1,000,001', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['12.5 USD', undefined],
  ['1,23.4', undefined],
])('%j is the amount %j', (typed, amount) => expect(amountOf(typed)).toBe(amount))

test('a saved amount is read back unchanged', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      expect(amountOf(textOf(cents / 100))).toBe(cents / 100)
    }),
  ))
