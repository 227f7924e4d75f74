import fc from 'fast-check'
import { expect, test } from 'vitest'
import { engineMoves, taskStatuses, type TaskStatus, statusesTowards } from '../tasks/rules.ts'
import { statusAtHost } from './rules-moves.ts'

const pulls = fc.record({
  state: fc.constantFrom('waiting', 'open', 'merged', 'taken', 'closed'),
  checks: fc.constantFrom('none', 'pending', 'passing', 'failing'),
  doubt: fc.constantFrom(null, 'It is not there.'),
})

test('in any order of a code host’s messages, a task moves only as the engine may, and never back', () => {
  fc.assert(
    fc.property(fc.array(pulls), (seen) => {
      let status: TaskStatus = 'approved'
      for (const pull of seen)
        for (const next of statusesTowards(status, statusAtHost(pull))) {
          expect(engineMoves[status]).toContain(next)
          status = next
        }
      const isMerged = seen.some(({ state, doubt }) => doubt === null && (state === 'merged' || state === 'taken'))
      expect(status === 'merged').toBe(isMerged)
    }),
  )
})

test('checks that fail or have not ended leave a task at its pull request', () => {
  expect(statusAtHost({ state: 'open', checks: 'failing', doubt: null })).toBe('pr_created')
  expect(statusAtHost({ state: 'open', checks: 'pending', doubt: null })).toBe('pr_created')
  expect(statusAtHost({ state: 'open', checks: 'passing', doubt: null })).toBe('ci_passing')
})

test('a task that has ended or is not approved is moved by no code host', () => {
  const others = taskStatuses.filter((status) => !['approved', 'pr_created', 'ci_passing', 'merged'].includes(status))
  for (const status of others) expect(statusesTowards(status, 'merged')).toEqual([])
})
