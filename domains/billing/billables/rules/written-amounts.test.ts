import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorOfWritten, writtenMinor } from '../rules.ts'

test.each([
  [0, 2, '0.00'],
  [-5, 2, '-0.05'],
  [123_450, 2, '1234.50'],
  [1_234, 0, '1234'],
  [7, 3, '0.007'],
  [Number.MAX_SAFE_INTEGER, 2, '90071992547409.91'],
])('%d minor units with %d decimals are written %s', (minor, decimals, written) => {
  expect(writtenMinor(minor, decimals)).toBe(written)
})

test.each([
  ['95', 2, 9_500],
  ['95,5', 2, 9_550],
  [' 95.50 ', 2, 9_550],
  ['95', 0, 95],
  ['0,007', 3, 7],
  ['95.5', 0, undefined],
  ['1.234,50', 2, undefined],
  ['0', 2, 0],
  ['-1', 2, undefined],
  ['1e3', 2, undefined],
  ['90071992547409.92', 2, undefined],
  ['', 2, undefined],
])('“%s” with %d decimals is %s', (text, decimals, minor) => {
  expect(minorOfWritten(text, decimals)).toBe(minor)
})

test('a written amount reads back as itself', () => {
  const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(amounts, fc.constantFrom(0, 2, 3), fc.constantFrom('.', ','), (minor, decimals, point) => {
      expect(minorOfWritten(writtenMinor(minor, decimals).replace('.', point), decimals)).toBe(minor)
    }),
  )
})
