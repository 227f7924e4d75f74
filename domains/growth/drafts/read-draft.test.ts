import { jsonWithin } from '../../../packages/foreign-json/index.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMail, readMails } from './read-draft.ts'
import type { Source } from '../messages/sources.ts'

const page: Source = {
  label: 'P1',
  kind: 'page',
  id: 'page-id',
  url: 'https://example.com/',
  texts: [
    'We build 12 web shops a year for wholesale. Wir bauen Webshops für Händler. Everybody is very satisfied with us.',
  ],
  shown: '',
}
const approval: Source = {
  label: 'A1',
  kind: 'approval',
  id: 'approval-id',
  texts: ['Checkout', 'We are very happy with the new checkout.'],
  shown: '',
}
const lead: Source = {
  label: 'L',
  kind: 'lead',
  id: 'lead-id',
  texts: ['CTO', 'Example Ltd', 'Ada', 'Lovelace'],
  shown: '',
}
const sources = [page, approval, lead]
const bookingUrl = 'https://book.example.com/ada'
const material = { sources, language: 'en', bookingUrl } as const

const mailOf = (text: string, quotation: object = {}, language: 'de' | 'en' = 'en') =>
  readMail({ paragraphs: [[{ text, ...quotation }]] }, { ...material, language })?.body

const mail = (...sentences: object[]) => ({ subject: ' Web\nshops ', paragraphs: [[{ text: 'Hello,' }], sentences] })

test('a sentence is quoted from its source, for every way of naming it', () => {
  const shop = { text: 'We build shops.', quote: 'We build 12   web shops' }
  const read = readMail(mail({ ...shop, source: 'P1' }, { ...shop, text: 'Shops.', source: '/' }), material)
  expect(read).toMatchObject({ subject: 'Web shops', body: 'Hello,\n\nWe build shops. Shops.', dropped: 0 })
  expect(read?.citations).toMatchObject([
    { sentence: 'We build shops.', source: 'page', sourceId: 'page-id', quote: 'We build 12 web shops' },
    { sentence: 'Shops.', sourceId: 'page-id' },
  ])
})

test('a sentence is left out whose words are nowhere, or that praises without an approval', () => {
  const invented = { text: 'We won a prize.', source: 'P1', quote: 'We won the first prize of Europe.' }
  const foreign = { text: 'We won a prize.', source: 'P9', quote: 'We build 12 web shops' }
  const bare = { text: 'Our clients are happy.' }
  const ofPage = { text: 'Our clients are satisfied.', source: 'P1', quote: 'Everybody is very satisfied with us.' }
  const approved = { text: 'A client is happy.', source: 'A1', quote: 'very happy with the new checkout' }
  const known = { text: 'You are their CTO.', source: 'L', quote: 'CTO' }
  const guessed = { text: 'You are their CEO.', source: 'L', quote: 'CEO' }
  const read = readMail(mail(invented, foreign, bare, ofPage, approved, known, guessed), material)
  expect(read?.body).toBe('Hello,\n\nA client is happy. You are their CTO.')
  // The subject has no quoted words.
  expect(read?.dropped).toBe(6)
  expect(readMail({ paragraphs: [[invented]] }, material)).toBeUndefined()
})

test('a sentence that likens others to the lead stays, and a sentence that claims work for the lead does not', () => {
  const quotation = { source: 'P1', quote: 'We build 12 web shops a year for wholesale.' }
  for (const text of [
    'For wholesale companies like Example we build web shops.',
    'We build web shops for companies such as Example Ltd.',
  ])
    expect(mailOf(text, quotation)).toBe(text)
  const german = 'Für Händler wie Example Ltd bauen wir Webshops.'
  expect(mailOf(german, { source: 'P1', quote: 'Wir bauen Webshops für Händler.' }, 'de')).toBe(german)
  for (const text of [
    'We build web shops for Example.',
    'Clients like Example use our web shops.',
    'Companies like Contoso use our web shops.',
    'We build web shops like Example for Contoso.',
  ])
    expect(mailOf(text, quotation), text).toBeUndefined()
})

test('answers are read by their numbers, the first of each', () => {
  const text = `Here: ${JSON.stringify({ mails: [{ step: 1, ...mail() }, { step: 1, paragraphs: [[{ text: 'B' }]] }, null, 3] })}`
  expect([...readMails(text, material)!.keys()]).toEqual([1])
  expect(readMails('I cannot.', material)).toBeUndefined()
})

test('for any answer of a model, reading does not fail, and every citation has its words in its source', () =>
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(() => jsonWithin(text)).not.toThrow()
      for (const { citations } of readMails(`{"mails":[${text}]}`, material)?.values() ?? [])
        for (const { source, sourceId, quote } of citations) {
          expect(source).not.toBe('person')
          expect(sources.find(({ id }) => id === sourceId)?.texts.join(' ')).toContain(quote)
        }
    }),
  ))

test.each([
  'We are ISO 27001 certified and have 500 engineers in 30 countries.',
  'Our shop system won the national design award.',
  'Our clients love working with us.',
  'Siemens and BMW trust us.',
  'We cut the costs of our customers in half.',
  'Have a look at https://evil.example/shops.',
  'Hello, we are the first agency for shops.',
  'Hello Grace,',
  'Dear {{firstName}},',
  'Dear [name],',
  'Did you know that the best agencies work for less?',
  'Would you like a shop as good as ours?',
  'Have you seen how we helped other wholesalers?',
  'Would you sell like Siemens?',
  'Do you want 40 new clients?',
  'We know wholesale?',
  'May we call you: we are cheaper than others.',
  'Can we talk about the shop of your competitor Siemens?',
  'Write to us at sales@evil.example.',
])('without a source a model may not write: %s', (text) => {
  expect(mailOf(text)).toBeUndefined()
})

test.each([
  'Siemens vertraut uns.',
  'Unsere Kunden lieben uns.',
  'Wussten Sie, dass Shops mehr verkaufen?',
  'Wir rufen an, weil BMW mit uns arbeitet.',
])('nor in German: %s', (text) => {
  expect(mailOf(text, {}, 'de')).toBeUndefined()
})

test.each([
  ['en', 'Hello Ada,'],
  ['en', 'Dear Ms Lovelace,'],
  ['en', 'Which shop system do you use today?'],
  ['en', 'Do you sell to wholesale online?'],
  ['en', 'Do you have 15 minutes next week?'],
  ['en', 'May we call you on Tuesday at 10:30?'],
  ['en', 'We would be glad to talk about your web shop.'],
  ['en', `You can book a call here: ${bookingUrl}`],
  ['en', 'If this isn’t interesting, simply don’t answer.'],
  ['en', 'I look forward to your reply.'],
  ['en', 'Best regards'],
  ['de', 'Sehr geehrte Frau Lovelace,'],
  ['de', 'Verkaufen Sie an Händler?'],
  ['de', 'Welches Shopsystem nutzen Sie heute?'],
  ['de', 'Hätten Sie nächste Woche Zeit für ein kurzes Gespräch?'],
  ['de', 'Wir rufen Sie gern am Dienstag um 10 Uhr an.'],
  ['de', 'Ich freue mich auf Ihre Antwort.'],
  ['de', 'Mit freundlichen Grüßen'],
] as const)('a greeting, a question and an offer to talk need no source (%s): %s', (language, text) => {
  expect(mailOf(text, {}, language)).toBe(text)
})

const shops = { source: 'P1', quote: 'We build 12 web shops a year for wholesale.' }
const webshops = { source: 'P1', quote: 'Wir bauen Webshops für Händler.' }
test.each([
  ['We built the shop of NASA in two days.', shops],
  ['We build 40 web shops a year.', shops],
  ['We build a dozen or two web shops a year.', shops],
  ['Siemens has one of our web shops.', shops],
  ['We build the leading web shops.', shops],
  ['We build web shops, see shops.example.', shops],
  ['We build web shops for {{company}}.', shops],
  ['Wir bauen Webshops für Siemens.', webshops],
  ['Wir bauen den Webshop der NASA.', webshops],
  ['Wir bauen zwanzig Webshops für Händler.', webshops],
])('names, numbers and praise have to be in the quotation: %s', (text, quotation) => {
  expect(mailOf(text, quotation, quotation === webshops ? 'de' : 'en')).toBeUndefined()
})
test.each([
  ['We build twelve web shops a year.', shops],
  ['Web shops for wholesale are our work.', shops],
  ['Für den Händler bauen wir einen neuen Webshop.', webshops],
  ['Webshops für Händler sind unsere Arbeit, und unsere tägliche Freude.', webshops],
  ['Example Ltd has you as its CTO.', { source: 'L', quote: 'CTO' }],
])('a sentence stays whose names and numbers are in the quotation: %s', (text, quotation) => {
  expect(mailOf(text, quotation, quotation === webshops ? 'de' : 'en')).toBe(text)
})

test.each([
  ['Web shops for Example Ltd', 'Web shops for Example Ltd'],
  ['May we call you?', 'May we call you?'],
  ['We doubled the revenue of 40 shops like {{company}}', 'We build web shops for wholesale'],
  ['Award-winning web shops', 'We build web shops for wholesale'],
  ['Web shops, as for NASA', 'We build web shops for wholesale'],
  ['More revenue by web shops', 'We build web shops for wholesale'],
])('the subject “%s” is sent as “%s”', (subject, sent) => {
  const sentence = { text: 'We build web shops for wholesale.', ...shops }
  expect(readMail({ subject, paragraphs: [[sentence]] }, material)?.subject).toBe(sent)
  expect(readMail({ subject, paragraphs: [[sentence]] }, material)?.dropped).toBe(subject === sent ? 0 : 1)
})
