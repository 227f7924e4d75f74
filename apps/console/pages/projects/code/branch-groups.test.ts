import { expect, test } from 'vitest'
import { goneCount, groupBranches, runOfBranch } from './branch-groups.ts'

const branch = (kind: 'default' | 'cycle' | 'task', cycleId: string | null, isThere = true) => ({
  name: `${kind}/${cycleId}/${isThere}`,
  kind,
  cycleId,
  title: kind,
  headSha: isThere ? 'a'.repeat(40) : null,
  createdAt: null,
})
const branches = [
  branch('task', 'a'),
  branch('cycle', 'a'),
  branch('task', 'b', false),
  branch('cycle', 'b', false),
  branch('default', null),
  branch('task', 'c'),
  branch('cycle', 'c', false),
]
const shapes = (showsGone: boolean) =>
  groupBranches(branches, showsGone).map(({ cycleId, own, tasks }) => [cycleId, own?.kind, tasks.length])

test('the default branch comes first, then one row for each cycle with its tasks', () => {
  expect(shapes(true)).toEqual([
    [null, 'default', 0],
    ['a', 'cycle', 1],
    ['b', 'cycle', 1],
    ['c', 'cycle', 1],
  ])
})

test('branches that no longer exist are hidden until they are asked for', () => {
  expect(shapes(false)).toEqual([
    [null, 'default', 0],
    ['a', 'cycle', 1],
    ['c', undefined, 1],
  ])
  expect(goneCount(branches)).toBe(3)
})

test('a branch of a cycle names its run, and a branch of people names none', () => {
  expect(runOfBranch('refs/atelier/cycles/01a21de5-8391-71cf-a707-8e277de72742/12/integration')).toBe('12')
  expect(runOfBranch('feature/prices')).toBeUndefined()
})
