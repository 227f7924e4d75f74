import { expect, test } from 'vitest'
import {
  descriptionOfRestore,
  descriptionOfRevert,
  isMadeByGit,
  titleOfRestore,
  titleOfRevert,
} from './rules-reverts.ts'

test('a title names the reverted cycle, and is never longer than a title may be', () => {
  expect(titleOfRevert('Show the hours')).toBe('Revert “Show the hours”')
  const long = titleOfRevert(`${'a'.repeat(190)}😀${'b'.repeat(9)}`)
  expect(long.length).toBeLessThanOrEqual(200)
  expect([long.isWellFormed(), long.endsWith('…”')]).toEqual([true, true])
})

test('a description fits with any title', () => {
  const described = descriptionOfRevert({ title: 'x'.repeat(200), mergedSha: 'a'.repeat(40) })
  expect(described.length).toBeLessThan(1_000)
})

test('git makes the first change of a revert, a return and kept tests, and nothing else', () => {
  const other = { revertsCycleId: null, restoresRevisionId: null, keepsTestsOfTaskId: null }
  const reverting = { ...other, revertsCycleId: 'c' }
  const restoring = { ...other, restoresRevisionId: 'r' }
  const keeping = { ...other, keepsTestsOfTaskId: 't' }
  const task = { addedBy: null, mend: null, headSha: null }
  expect(isMadeByGit(reverting, task)).toBe(true)
  expect(isMadeByGit(reverting, { ...task, addedBy: 'a person' })).toBe(false)
  expect(isMadeByGit(reverting, { ...task, headSha: 'a commit' })).toBe(false)
  expect(isMadeByGit(reverting, { ...task, mend: {} })).toBe(false)
  expect([isMadeByGit(restoring, task), isMadeByGit(restoring, { ...task, mend: {} })]).toEqual([true, false])
  expect([isMadeByGit(keeping, task), isMadeByGit(keeping, { ...task, headSha: 'a' })]).toEqual([true, false])
  expect(isMadeByGit(other, task)).toBe(false)
})

test('a cycle that goes back names both revisions', () => {
  const [to, from] = ['a', 'b'].map((digit, at) => ({ generation: 3 + at * 4, commitSha: digit.repeat(40) })) as [
    { generation: number; commitSha: string },
    { generation: number; commitSha: string },
  ]
  expect(titleOfRestore(to)).toBe('Go back to revision 3')
  const described = descriptionOfRestore(to, from)
  expect(described).toContain(`back to revision 3 (commit ${to.commitSha})`)
  expect(described).toContain(`and revision 7 (commit ${from.commitSha})`)
  expect(described.length).toBeLessThan(1_000)
})
