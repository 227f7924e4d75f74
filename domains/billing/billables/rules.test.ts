import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decimalOf,
  isRepresentable,
  lineAmountOf,
  quantityPattern,
  roundedQuotient,
  faultsIn,
  taxOf,
  type TaxCategory,
  type TaxClass,
} from './rules.ts'
import { currencies, decimalsOf } from './rules/currencies.ts'

test.each([
  ['JPY', 0],
  ['ISK', 0],
  ['EUR', 2],
  ['HUF', 2],
  ['KWD', 3],
  ['TND', 3],
])('%s has %i decimals', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals)
})

test('every currency is three letters, listed once, with 0, 2 or 3 decimals', () => {
  expect(currencies).toEqual([...new Set(currencies)].filter((code) => /^[A-Z]{3}$/.test(code)))
  expect(new Set(currencies.map(decimalsOf))).toEqual(new Set([0, 2, 3]))
  expect(() => decimalsOf('DEM')).toThrow('DEM')
})

test.each([
  ['1', 1n, 0],
  ['2.50', 250n, 2],
  ['-0.000001', -1n, 6],
  ['999999999999.999999', 999_999_999_999_999_999n, 6],
])('%s is read exactly', (text, coefficient, scale) => {
  expect(decimalOf(text)).toEqual({ coefficient, scale })
})

test.each(['', '1.', '.5', '01', '1e3', '+1', '1,5', ' 1', '1\n', '1.0000001', '1000000000000', 'NaN'])(
  '%j is no quantity',
  (text) => {
    expect(new RegExp(quantityPattern).test(text)).toBe(false)
    expect(() => decimalOf(text)).toThrow('is not a quantity')
  },
)

test.each([
  ['0.5', 1, 1n],
  ['-0.5', 1, -1n],
  ['0.499999', 1, 0n],
  ['1.5', 333, 500n],
  ['2.5', 9_999, 24_998n],
  ['0.333333', 100, 33n],
])('%s times %i minor units is a line of %i', (quantity, unitPriceMinor, amount) => {
  expect(lineAmountOf({ quantity, unitPriceMinor })).toBe(amount)
})

const dividends = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const divisors = fc.bigInt({ min: 1n, max: 10n ** 12n })

test('a rounded quotient is at most half a unit from the exact one, and away from zero at exactly half', () =>
  fc.assert(
    fc.property(dividends, divisors, (dividend, divisor) => {
      const twiceAway = 2n * (roundedQuotient(dividend, divisor) * divisor - dividend)
      const outwards = dividend < 0n ? -twiceAway : twiceAway
      expect(outwards <= divisor && outwards > -divisor).toBe(true)
    }),
  ))

test('a half is rounded away from zero', () =>
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (whole) => {
      expect([roundedQuotient(2n * whole + 1n, 2n), roundedQuotient(-2n * whole - 1n, 2n)]).toEqual([
        whole + 1n,
        -whole - 1n,
      ])
    }),
  ))

test('an amount is represented up to the largest whole number that JSON holds exactly', () => {
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  expect([most, -most, most + 1n, -most - 1n].map(isRepresentable)).toEqual([true, true, false, false])
})

const standard: TaxClass = { name: 'standard', category: 'S', rateBps: 1_900, reason: null }
const reverse: TaxClass = { name: 'reverse', category: 'AE', rateBps: 0, reason: 'Reverse charge' }

test.each<[string, Partial<TaxClass>, string]>([
  ['a standard class without a rate', { rateBps: 0 }, 'needs_rate'],
  ['an exempt class with a rate', { category: 'E', reason: 'Art. 132' }, 'takes_no_rate'],
  ['a reverse charge without a reason', { category: 'AE', rateBps: 0 }, 'needs_reason'],
  ['an export without a reason', { category: 'G', rateBps: 0 }, 'needs_reason'],
  ['a standard class with a reason', { reason: 'Because' }, 'takes_no_reason'],
  ['a zero rate with a reason', { category: 'Z', rateBps: 0, reason: 'Because' }, 'takes_no_reason'],
])('%s is refused', (_what, change, fault) => {
  expect(faultsIn([reverse, { ...standard, ...change }])).toEqual([{ at: 1, fault }])
})

test('only one class can have a name', () => {
  expect(faultsIn([standard, reverse, { ...reverse, name: 'standard' }])).toEqual([{ at: 2, fault: 'name_twice' }])
  expect(faultsIn([standard, reverse])).toEqual([])
})

test.each<[string, string, Record<string, number>, TaxCategory, number]>([
  ['as the workspace defines it', 'standard', {}, 'S', 1_900],
  ['with the rate that was given', 'standard', { standard: 700 }, 'S', 700],
  ['of its own category at zero', 'reverse', { reverse: 0 }, 'AE', 0],
  ['standard where only a rate is known', 'reduced', { reduced: 700 }, 'S', 700],
  ['zero-rated where only a rate of zero is known', 'reduced', { reduced: 0 }, 'Z', 0],
])('a class is taxed %s', (_what, name, rates, category, rateBps) => {
  expect(taxOf(name, [standard, reverse], rates)).toMatchObject({ category, rateBps })
})

test.each(['reduced', 'constructor', '__proto__', 'toString'])(
  'the class %s has no rate unless the request sets one',
  (name) => {
    expect(taxOf(name, [standard], {})).toBe('no_rate')
  },
)

test('a rate that the category of a class cannot have contradicts it', () => {
  expect(taxOf('standard', [standard], { standard: 0 })).toBe('contradicts')
  expect(taxOf('reverse', [reverse], { reverse: 1_900 })).toBe('contradicts')
})
