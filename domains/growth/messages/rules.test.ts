import { expect, test } from 'vitest'
import {
  inThread,
  dueAfter,
  replySubject,
  subjectAfter,
  withFooter,
  byPerson,
  citationsAfterEdit,
  claimsResult,
  sentencesOf,
} from './rules.ts'

test('the mail after one is due its days later, and none is after the last', () => {
  const steps = [{ delayDays: 0 }, { delayDays: 3 }]
  expect(dueAfter(new Date('2026-11-25T10:00:00Z'), 1, steps)).toEqual(new Date('2026-11-28T10:00:00Z'))
  expect(dueAfter(new Date('2026-11-25T10:00:00Z'), 2, steps)).toBeUndefined()
})

test('a thread ends with what waits to be sent, in the order of its sequence, whenever it was written', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 25, 10, minute))
  const mail = { step: null, sentAt: null, receivedAt: null, createdAt: at(0) }
  const mails = [
    { ...mail, id: 'draft of mail 3', status: 'draft' as const, step: 3 },
    { ...mail, id: 'mail 2, approved', status: 'approved' as const, step: 2 },
    { ...mail, id: 'answer', status: 'received' as const, receivedAt: at(9) },
    { ...mail, id: 'mail 1', status: 'sent' as const, step: 1, sentAt: at(5) },
  ]
  expect(inThread(mails).map(({ id }) => id)).toEqual(['mail 1', 'answer', 'mail 2, approved', 'draft of mail 3'])
})

test('sentences that a person changed are theirs, and the others keep their source', () => {
  const cited = {
    sentence: 'We build web shops.',
    source: 'page',
    sourceId: 'p',
    quote: 'We build web shops.',
  } as const
  const before = 'Hello Ada,\n\nWe build web shops. May we call you?'
  expect(citationsAfterEdit([cited], before, before)).toEqual([cited])
  const after = 'Hello Ada,\n\nWe build web shops. We are the best!'
  expect(citationsAfterEdit([cited], before, after)).toEqual([cited, byPerson('We are the best!')])
  expect(citationsAfterEdit([cited], before, 'We build shops.')).toEqual([byPerson('We build shops.')])
  expect(sentencesOf('One. Two?\n—\nThree')).toEqual(['One.', 'Two?', 'Three'])
})

test.each([
  ['Our client was very satisfied.', true],
  ['Ihr Umsatz stieg.', true],
  ['We doubled their sales.', true],
  ['It is 30 % faster.', true],
  ['Der Kunde war begeistert.', true],
  ['We build web shops for wholesale.', false],
  ['Do you have 15 minutes on Tuesday?', false],
])('“%s” claims a result: %s', (sentence, claims) => {
  expect(claimsResult(sentence)).toBe(claims)
})

test('a mail names its sender and the way to get no more, and its answers have one Re', () => {
  const text = withFooter('Hello\n\n', { language: 'de', postalAddress: 'Weg 1, Graz', unsubscribeUrl: 'https://x/u' })
  expect(text).toMatch(/^Hello\n\n-- \nWeg 1, Graz\n\nWenn Sie .*\nhttps:\/\/x\/u\n$/)
  expect(replySubject(replySubject('Shops'))).toBe('Re: Shops')
})

test.each([
  ['', [], ''],
  ['Shops', [], 'Shops'],
  ['Re: Shops', [], 'Shops'],
  ['', [{ subject: 'Shops', isCancelled: false }], 'Re: Shops'],
  ['More', [{ subject: 'Shops', isCancelled: false }], 'More'],
  ['', [{ subject: 'Shops', isCancelled: true }], 'Shops'],
  ['RE: re: Shops', [{ subject: 'Shops', isCancelled: true }], 'Shops'],
  [
    '',
    [
      { subject: '', isCancelled: true },
      { subject: 'Shops', isCancelled: false },
    ],
    'Re: Shops',
  ],
])('a mail with the subject “%s” behind %j has the subject “%s”', (own, earlier, subject) => {
  expect(subjectAfter(own, earlier)).toBe(subject)
})
