import { expect, test } from 'vitest'
import { titleOf } from './title-of.ts'

test('the title of a message is its first line, cut at a word', () => {
  expect(titleOf('')).toBe('')
  expect(titleOf('  We open later.\nCan the page say so?')).toBe('We open later.')
  expect(titleOf(`${'word '.repeat(16)}end`)).toBe('word '.repeat(16).trimEnd())
  expect(titleOf('x'.repeat(200))).toHaveLength(80)
})
