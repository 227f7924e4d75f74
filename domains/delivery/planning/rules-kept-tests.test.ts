import { expect, test } from 'vitest'
import { descriptionOfKeptTests, titleOfKeptTests } from './rules-plan.ts'

test('a title names the task, and is never longer than a title may be', () => {
  expect(titleOfKeptTests('Add twice')).toBe('Keep the tests of “Add twice”')
  const long = titleOfKeptTests(`${'a'.repeat(179)}😀${'b'.repeat(20)}`)
  expect(long.length).toBeLessThanOrEqual(200)
  expect([long.isWellFormed(), long.endsWith('…”')]).toEqual([true, true])
})

test('a description names the merged commit of the task, if there is one', () => {
  const mergeSha = 'a'.repeat(40)
  expect(descriptionOfKeptTests({ title: 'Add twice', mergeSha })).toContain(`“Add twice” (commit ${mergeSha})`)
  expect(descriptionOfKeptTests({ title: 'Add twice', mergeSha: null })).toContain('“Add twice” to the project')
})
