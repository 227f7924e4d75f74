import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cycleStatuses } from '../../../../domains/delivery/cycles/rules.ts'
import { undoOf } from './approved-cycles.ts'

const merged = { status: 'completed', mergedSha: 'c0ffee', revertedByCycleId: null } as const
const minute = 60_000

test('a cycle that is merged within ten minutes of its approval can be taken back', () => {
  expect(undoOf(merged, { approvedAt: 0 }, 9 * minute)).toBe('offer')
  expect(undoOf(merged, { approvedAt: 0 }, 11 * minute)).toBe('forget')
})

test('a cycle that merged nothing, or is being taken back already, is forgotten', () => {
  expect(undoOf({ ...merged, mergedSha: null }, { approvedAt: 0 }, 0)).toBe('forget')
  expect(undoOf({ ...merged, revertedByCycleId: 'another' }, { approvedAt: 0 }, 0)).toBe('forget')
})

test('only a completed cycle is ever offered, and a cycle that ended otherwise is not waited for', () =>
  fc.assert(
    fc.property(fc.constantFrom(...cycleStatuses), fc.integer({ min: 0, max: 20 * minute }), (status, now) => {
      const undo = undoOf({ ...merged, status }, { approvedAt: 0 }, now)
      if (status !== 'completed') expect(undo).not.toBe('offer')
      if (status === 'failed' || status === 'stopped') expect(undo).toBe('forget')
    }),
  ))
