import { expect, test } from 'vitest'
import { de } from '../../words/inbox/de.ts'
import { en } from '../../words/inbox/en.ts'
import { decisionText, requestTitle } from './request-title.ts'

test('a run’s question about a task is in the reader’s language, and a person’s text as it was written', () => {
  const own = { title: 'Merge “Show the hours”?', taskTitle: 'Show the hours', requestType: 'approval' } as const
  const asked = { ...own, blocking: true }
  expect(requestTitle(asked, en)).toBe('Approve “Show the hours”?')
  expect(requestTitle(asked, de)).toBe('„Show the hours“ freigeben?')
  expect(requestTitle({ ...asked, requestType: 'question' }, de)).toBe('Frage zu „Show the hours“')
  expect(requestTitle({ ...own, title: 'Which green?', blocking: false }, de)).toBe('Which green?')
})

test('a decision is named with its task, or with a person’s own words', () => {
  const own = {
    title: 'Merge “Show the hours”?',
    taskTitle: 'Show the hours',
    requestType: 'approval',
    blocking: true,
  } as const
  const outcome = { status: 'approved', requestType: 'approval', feedback: null } as const
  expect(decisionText(own, outcome, en)).toBe('Approved “Show the hours”')
  expect(decisionText(own, { ...outcome, status: 'denied' }, en)).toBe('Rejected “Show the hours”')
  expect(decisionText(own, { ...outcome, status: 'denied', feedback: 'Add a test.' }, de)).toBe(
    '„Show the hours“ zurückgeschickt',
  )
  expect(decisionText(own, { ...outcome, status: 'pending' }, en)).toBe('The rest of “Show the hours” is tested')
  const asked = { ...own, title: 'Which green?', blocking: false }
  expect(decisionText(asked, { ...outcome, requestType: 'question' }, en)).toBe('Answered “Which green?”')
})
