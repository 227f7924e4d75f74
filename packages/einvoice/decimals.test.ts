import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText, opposite, percentText } from './decimals.ts'

test('an amount reads back as the minor units that it was, and its opposite as theirs', () => {
  const amount = fc.maxSafeInteger()
  fc.assert(
    fc.property(amount, fc.constantFrom(0, 2, 3), (minor, decimals) => {
      const minorOf = (text: string) => BigInt(text.replace('.', ''))
      const text = decimalText(minor, decimals)
      expect(minorOf(text)).toBe(BigInt(minor))
      expect(text.split('.')[1]?.length ?? 0).toBe(decimals)
      expect(minorOf(opposite(text))).toBe(-BigInt(minor))
      expect(opposite(opposite(text))).toBe(text)
    }),
  )
})

test.each([
  [0, '0'],
  [7, '0.07'],
  [550, '5.5'],
  [1_900, '19'],
  [10_000, '100'],
])('%i hundredths of a percent are %s', (rateBps, expected) => expect(percentText(rateBps)).toBe(expected))
