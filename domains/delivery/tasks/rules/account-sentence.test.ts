import { expect, test } from 'vitest'
import { accountSentence } from './account-sentence.ts'

test('the sentence counts the parts of a change by their accounts, and names no account without a part', () => {
  const none = {
    parts: 1,
    needed: 1,
    own: 0,
    test: 0,
    same: 0,
    shape: 0,
    unseen: 0,
    untriedFailures: 0,
    unseenLines: 0,
  }
  expect(accountSentence(none)).toBe('1 part: 1 needed by tests of others.')
  expect(
    accountSentence({ ...none, parts: 15, needed: 9, own: 3, untriedFailures: 1, test: 1, shape: 1, unseen: 1 }),
  ).toBe(
    '15 parts: 9 needed by tests of others, 2 noticed at most by its own tests, 1 failure that no test tried, 1 in tests, 1 text or style, 1 seen by no test.',
  )
})
