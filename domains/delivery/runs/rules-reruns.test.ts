import { expect, test } from 'vitest'
import { hasFixedCommit } from './rules-moves.ts'
import { taskStatuses } from '../tasks/rules.ts'

test('the commit of a task stays while a person decides on it, once it is approved, and after its end', () => {
  const stays = (ownRunId: string | null) =>
    taskStatuses.filter((status) => hasFixedCommit({ status, engineStatus: status, ownRunId }))
  const after = ['approved', 'merging', 'merged', 'pr_created', 'ci_passing', 'done', 'failed']
  expect(stays('a run')).toEqual(['blocked', ...after])
  expect(stays(null)).toEqual(after)
})

test('a status that a person set is not asked', () => {
  expect(hasFixedCommit({ status: 'done', engineStatus: 'building', ownRunId: 'a run' })).toBe(false)
})
