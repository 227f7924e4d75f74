import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisMarks, niceCeiling } from './nice-ceiling.ts'

test('the top of an axis is a round number at or above the highest column', () => {
  expect([0, 1, 3, 117_800, 990].map(niceCeiling)).toEqual([1, 1, 4, 200_000, 1_000])
})

test('the highest column fills at least half of the axis', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (most) => {
      expect(niceCeiling(most)).toBeGreaterThanOrEqual(most)
      expect(niceCeiling(most)).toBeLessThanOrEqual(2 * most)
    }),
  ))

test('an axis of whole numbers has no mark at a fraction', () => {
  expect(axisMarks([0, 1], 1)).toEqual([0, 1])
  expect(axisMarks([3], 4)).toEqual([0, 2, 4])
  expect(axisMarks([0.25, 1], 1)).toEqual([0, 0.5, 1])
})
