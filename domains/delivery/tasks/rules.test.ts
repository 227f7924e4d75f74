import fc from 'fast-check'
import { expect, test } from 'vitest'
import { engineMoves, isTerminal, taskStatuses, type TaskStatus } from './rules.ts'

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

test('any engine moves merge a task only after a review and an approval since its last build', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (choices) => {
      const path: TaskStatus[] = ['queued']
      for (const choice of choices) {
        const next = engineMoves[path.at(-1)!] as readonly TaskStatus[]
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
