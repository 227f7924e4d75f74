import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedDismissals, dismissedMost, isSameFailure, type DismissedFailure } from './me.ts'

const failure: fc.Arbitrary<DismissedFailure> = fc.record({
  cycleId: fc.constantFrom('a', 'b', 'c'),
  failedAt: fc.constantFrom('2026-11-23T08:00:00.000Z', '2026-11-23T09:00:00.000Z'),
})
const changes = fc.array(fc.record({ is: fc.constantFrom('dismissFailure', 'restoreFailure'), failure }))

test('after any changes a failure is dismissed once if it was last dismissed, and not if it was last restored', () =>
  fc.assert(
    fc.property(changes, (made) => {
      const dismissed = made.reduce<readonly DismissedFailure[]>(
        (kept, { is, failure: one }) => changedDismissals(kept, { [is]: one }),
        [],
      )
      for (const { failure: one } of made) {
        const last = made.findLast((change) => isSameFailure(change.failure, one))!
        const times = dismissed.filter((other) => isSameFailure(one, other)).length
        expect(times).toBe(last.is === 'dismissFailure' ? 1 : 0)
      }
    }),
  ))

test('leaves out the oldest of too many dismissed failures', () => {
  const all = Array.from({ length: dismissedMost + 1 }, (_, at) => ({ cycleId: String(at), failedAt: 'then' }))
  const dismissed = all.reduce<readonly DismissedFailure[]>(
    (kept, one) => changedDismissals(kept, { dismissFailure: one }),
    [],
  )
  expect([dismissed.length, dismissed[0], dismissed.at(-1)]).toEqual([dismissedMost, all[1], all.at(-1)])
})
