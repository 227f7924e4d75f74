import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonIn, readMail, readMails } from './read-draft.ts'
import type { Source } from './sources.ts'

const page: Source = {
  label: 'P1',
  kind: 'page',
  id: 'page-id',
  url: 'https://example.com/',
  texts: ['We build web shops for wholesale. Everybody is very satisfied with us.'],
  shown: '',
}
const approval: Source = {
  label: 'A1',
  kind: 'approval',
  id: 'approval-id',
  texts: ['Checkout', 'We are very happy with the new checkout.'],
  shown: '',
}
const lead: Source = { label: 'L', kind: 'lead', id: 'lead-id', texts: ['CTO', 'Example Ltd'], shown: '' }
const sources = [page, approval, lead]

const mail = (...sentences: object[]) => ({ subject: ' Web\nshops ', paragraphs: [[{ text: 'Hello,' }], sentences] })

test('a sentence stands on the words of its source, whichever way that is named', () => {
  const shop = { text: 'We build shops.', quote: 'We build   web shops for wholesale.' }
  const read = readMail(mail({ ...shop, source: 'P1' }, { ...shop, text: 'Shops.', source: '/' }), sources)
  expect(read).toMatchObject({ subject: 'Web shops', body: 'Hello,\n\nWe build shops. Shops.', dropped: 0 })
  expect(read?.citations).toMatchObject([
    { sentence: 'We build shops.', source: 'page', sourceId: 'page-id', quote: 'We build web shops for wholesale.' },
    { sentence: 'Shops.', sourceId: 'page-id' },
  ])
})

test('a sentence is left out whose words are nowhere, or that praises without an approval', () => {
  const invented = { text: 'We won a prize.', source: 'P1', quote: 'We won the first prize of Europe.' }
  const foreign = { text: 'We won a prize.', source: 'P9', quote: 'We build web shops for wholesale.' }
  const bare = { text: 'Our clients are happy.' }
  const ofPage = { text: 'Our clients are satisfied.', source: 'P1', quote: 'Everybody is very satisfied with us.' }
  const approved = { text: 'A client is happy.', source: 'A1', quote: 'very happy with the new checkout' }
  const known = { text: 'You are their CTO.', source: 'L', quote: 'CTO' }
  const guessed = { text: 'You are their CEO.', source: 'L', quote: 'CEO' }
  const read = readMail(mail(invented, foreign, bare, ofPage, approved, known, guessed), sources)
  expect(read?.body).toBe('Hello,\n\nA client is happy. You are their CTO.')
  expect(read?.dropped).toBe(5)
  expect(readMail({ paragraphs: [[invented]] }, sources)).toBeUndefined()
})

test('answers are read by their numbers, the first of each', () => {
  const text = `Here: ${JSON.stringify({ mails: [{ step: 1, ...mail() }, { step: 1, paragraphs: [[{ text: 'B' }]] }, null, 3] })}`
  expect([...readMails(text, sources)!.keys()]).toEqual([1])
  expect(readMails('I cannot.', sources)).toBeUndefined()
})

test('whatever a model answers, it is read without a failure, and every citation has its words in its source', () =>
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(() => jsonIn(text)).not.toThrow()
      for (const { citations } of readMails(`{"mails":[${text}]}`, sources)?.values() ?? [])
        for (const { source, sourceId, quote } of citations) {
          expect(source).not.toBe('person')
          expect(sources.find(({ id }) => id === sourceId)?.texts.join(' ')).toContain(quote)
        }
    }),
  ))
