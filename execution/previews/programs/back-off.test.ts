import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backOffMs, failuresAfter } from './runner.ts'

test('each failure in a row waits at least as long as the previous wait, a second at first and a minute at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (failures) => {
      expect(backOffMs(failures + 1)).toBeGreaterThanOrEqual(backOffMs(failures))
      expect(backOffMs(failures)).toBeGreaterThanOrEqual(1_000)
      expect(backOffMs(failures)).toBeLessThanOrEqual(60_000)
    }),
  )
  expect([0, 1, 2, 3, 7].map(backOffMs)).toEqual([0, 1_000, 2_000, 4_000, 60_000])
})

test('a program that ran for a minute begins to count again', () => {
  expect(failuresAfter(5, 59_999)).toBe(6)
  expect(failuresAfter(5, 60_000)).toBe(1)
})
