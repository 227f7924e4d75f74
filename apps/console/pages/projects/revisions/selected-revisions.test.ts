import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectedIn, toggleSelected } from './selected-revisions.ts'

const generations = fc.array(fc.integer({ min: 1, max: 5 }))

test('at most two different revisions are selected, and the last one pressed is among them or was taken out', () =>
  fc.assert(
    fc.property(generations, fc.integer({ min: 1, max: 5 }), (before, last) => {
      const selected = before.reduce<readonly number[]>(toggleSelected, [])
      const after = toggleSelected(selected, last)
      expect(after.length).toBeLessThanOrEqual(2)
      expect(new Set(after).size).toBe(after.length)
      expect(after.includes(last)).toBe(!selected.includes(last))
    }),
  ))

test('an address keeps the selection, and nonsense in it selects nothing', () => {
  fc.assert(
    fc.property(generations, (pressed) => {
      const selected = pressed.reduce<readonly number[]>(toggleSelected, [])
      expect(selectedIn(selected.join(','))).toEqual(selected)
    }),
  )
  expect([selectedIn(null), selectedIn('x,-1,1.5,0'), selectedIn('3,3,4,5')]).toEqual([[], [], [3, 4]])
})
