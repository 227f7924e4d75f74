import { expect, test } from 'vitest'
import { de } from '../../words/inbox/de.ts'
import { en } from '../../words/inbox/en.ts'
import { requestTitle } from './request-title.ts'

test('a run’s question about a task is in the reader’s language, and a person’s text as it was written', () => {
  const own = { title: 'Merge “Show the hours”?', taskTitle: 'Show the hours', requestType: 'approval' } as const
  const asked = { ...own, blocking: true }
  expect(requestTitle(asked, en)).toBe(asked.title)
  expect(requestTitle(asked, de)).toBe('„Show the hours“ mergen?')
  expect(requestTitle({ ...asked, requestType: 'question' }, de)).toBe('Frage zu „Show the hours“')
  expect(requestTitle({ ...own, title: 'Which green?', blocking: false }, de)).toBe('Which green?')
})
