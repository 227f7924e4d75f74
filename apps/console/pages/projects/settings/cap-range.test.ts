import { expect, test } from 'vitest'
import { parseCap } from './cap-range.ts'

const money = { most: 1_000_000, isWhole: false }
const count = { most: 1_000, isWhole: true }

test.each([
  ['', money, null],
  ['  ', count, null],
  ['0', money, 0],
  ['12,50', money, 12.5],
  [' 7 ', count, 7],
  ['1.5', count, undefined],
  ['1001', count, undefined],
  ['1000001', money, undefined],
  ['-1', money, undefined],
  ['1e3', money, undefined],
  ['0x10', count, undefined],
  ['$5', money, undefined],
])('%j means %s', (text, range, value) => {
  expect(parseCap(text, range)).toBe(value)
})
