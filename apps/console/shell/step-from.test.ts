import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepFrom } from './step-from.ts'

test('from outside of a list J goes to its first row and K to its last', () => {
  expect([stepFrom(-1, 1, 5), stepFrom(-1, -1, 5)]).toEqual([0, 4])
})

test('a step stays within the list and moves by at most one', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(98), fc.constantFrom<1 | -1>(1, -1), (count, start, by) => {
      const at = start % count
      const next = stepFrom(at, by, count)
      expect(next >= 0 && next < count && Math.abs(next - at) <= 1).toBe(true)
    }),
  ))
