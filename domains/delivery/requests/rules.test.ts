import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerOf, answerText, requestStatuses, nonBlank } from './rules.ts'

test('only an approval lets a run merge: a denied and a cancelled request both deny it', () => {
  const decided = requestStatuses.filter((status) => status !== 'pending')
  expect(decided.filter((status) => answerOf(status) === 'approved')).toEqual(['approved'])
  expect(decided.filter((status) => answerOf(status) === 'denied')).toEqual(['denied', 'cancelled'])
})

test('a text is trimmed, and a blank text is undefined', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const words = nonBlank(text)
      expect(words === undefined).toBe(/^\s*$/.test(text))
      if (words !== undefined) expect(text).toContain(words)
    }),
  )
  expect([nonBlank(undefined), nonBlank(' \n\t'), nonBlank(' a b ')]).toEqual([undefined, undefined, 'a b'])
})

test('an answer is beside its question, and an empty answer is marked', () => {
  const asked = { title: 'Hours', question: 'Closed when?', feedback: null }
  const answer = (status: 'approved' | 'denied', decision: string | null, feedback: string | null = null) =>
    answerText({ ...asked, status, decision, feedback }).split('\n\n')[1]
  expect(answerText({ ...asked, status: 'approved', decision: 'Mondays.' })).toBe(
    'Question: Hours\nClosed when?\n\nAnswer:\nMondays.',
  )
  expect(answer('approved', null)).toBe('Answer:\nYes.')
  expect(answer('denied', null)).toBe('Answer:\nNo answer was given.')
  expect(answer('denied', null, 'Ask Grace.')).toBe('Answer (the question was declined):\nAsk Grace.')
})
