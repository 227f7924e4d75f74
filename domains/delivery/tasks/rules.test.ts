import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  engineMoves,
  haltOf,
  isTerminal,
  shownVerdict,
  taskStatuses,
  verdictOutcomes,
  type TaskStatus,
} from './rules.ts'

/** A blocked task resumes: after another task, an answer, or a decision on its review. */
const afterBlocked = {
  queued: ['queued', 'building', 'failed'],
  building: ['building', 'failed'],
  reviewing: ['approved', 'building', 'failed'],
} as const satisfies Partial<Record<TaskStatus, readonly TaskStatus[]>>

const reached = (from: TaskStatus): ReadonlySet<TaskStatus> => {
  const seen = new Set<TaskStatus>([from])
  for (const status of seen) for (const next of engineMoves[status]) seen.add(next)
  return seen
}

test('every status is reached from the first one', () => {
  expect([...reached('queued')].sort()).toEqual([...taskStatuses].sort())
})

test('a task can fail from every status that is not final, and final statuses have no next one', () => {
  for (const status of taskStatuses) expect(reached(status).has('failed') || status === 'done').toBe(true)
  expect(taskStatuses.filter(isTerminal)).toEqual(['done', 'failed'])
})

/** The moves after these statuses: a task leaves `blocked` for the status before it. */
const movesAfter = (path: readonly TaskStatus[]): readonly TaskStatus[] => {
  const before = path.at(-2)
  const status = path.at(-1)!
  return status === 'blocked' ? afterBlocked[before as keyof typeof afterBlocked] : engineMoves[status]
}

test('a task leaves blocked only by moves that the engine knows', () => {
  const left = Object.values(afterBlocked).flat()
  expect([...new Set<TaskStatus>(left)].sort()).toEqual([...engineMoves.blocked].sort())
  const entered = taskStatuses.filter((status) => (engineMoves[status] as readonly TaskStatus[]).includes('blocked'))
  expect(Object.keys(afterBlocked).sort()).toEqual(entered.sort())
})

test('any engine moves merge a task only after a review and an approval since its last build', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (choices) => {
      const path: TaskStatus[] = ['queued']
      for (const choice of choices) {
        const next = movesAfter(path)
        if (next.length > 0) path.push(next[choice % next.length]!)
      }
      const merged = path.indexOf('merged')
      if (merged === -1) return
      const sinceBuilt = path.slice(path.lastIndexOf('building', merged), merged)
      expect(sinceBuilt).toContain('testing')
      expect(sinceBuilt.indexOf('reviewing')).toBeGreaterThan(sinceBuilt.indexOf('testing'))
      expect(sinceBuilt.indexOf('approved')).toBeGreaterThan(sinceBuilt.indexOf('reviewing'))
    }),
  )
})

test('only a failed task was halted, and its code shows whether it had begun', () => {
  for (const status of taskStatuses)
    expect(haltOf({ status, failure: { code: 'stopped' } })).toBe(status === 'failed' ? 'stopped' : undefined)
  expect(haltOf({ status: 'failed', failure: { code: 'not_begun' } })).toBe('not_started')
  expect(haltOf({ status: 'failed', failure: { code: 'gave_up' } })).toBeUndefined()
  expect(haltOf({ status: 'failed', failure: null })).toBeUndefined()
})

test('no task is shown as failed and proved at once, and a halted one with no verdict', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...taskStatuses),
      fc.constantFrom(...verdictOutcomes, null),
      fc.constantFrom('stopped', 'not_begun', 'conflict', undefined),
      (status, verdict, code) => {
        const task = { status, verdict, failure: { code } }
        const shown = shownVerdict(task)
        if (haltOf(task) !== undefined) expect(shown).toBeNull()
        else if (status === 'failed') expect(['proved', 'shown']).not.toContain(shown)
        else expect(shown).toBe(verdict)
      },
    ),
  ))
