import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTime } from '../../../testing/runner/costs.ts'
import { judge, newTextOf, readDeliveryStatus, readFeedback, readFields, readIds } from './rules.ts'
import { intentOfKind } from './rules/judge.ts'

/** Whether a person clearly wants no more mail, by their own words. */
const wantsNoMail = (newText: string) => judge(newText).intent === 'unsubscribe'

test.each([
  ['On Mon, 1 May 2026 at 10:00, Agency <a@b.example> wrote:'],
  ['On Mon, 1 May 2026 at 10:00, Agency with a long name\n<a@b.example> wrote:'],
  ['Am 1. Mai 2026 um 10:00 schrieb Agency <a@b.example>:'],
  ['Am Mo., 1. Mai 2026 um 10:00 Uhr schrieb\nAgency <a@b.example>:'],
  ['Agency <a@b.example> schrieb am Mo., 1. Mai 2026, 10:00:'],
  ['-----Original Message-----'],
  ['-----Ursprüngliche Nachricht-----'],
  ['Von: Agency <a@b.example>\nGesendet: Montag\nAn: Ada\nBetreff: Hallo'],
  ['*From:* Agency <a@b.example>\n*Sent:* Monday\nSubject: Hello'],
  ['________________________________\nVon: Agency'],
  ['-- '],
])('the new text of a reply ends before %j', (intro) => {
  expect(newTextOf(`Hello,\r\n\r\nyes.\r\n\r\n${intro}\nplease unsubscribe here`)).toBe('Hello,\n\nyes.')
})

test('quoted lines are no new text, and an answer below them is', () => {
  expect(newTextOf('> unsubscribe\n> here\nNo thanks')).toBe('No thanks')
  expect(newTextOf('From: here on it is fine')).toBe('From: here on it is fine')
  expect(newTextOf('On Monday we can talk.')).toBe('On Monday we can talk.')
})

test('an answer below or within a quoted mail is new text', () => {
  const intro = 'On Mon, 1 May 2026, Agency <a@b.example> wrote:'
  expect(newTextOf(`${intro}\n> unsubscribe here\n\nPlease stop.\n`)).toBe('Please stop.')
  expect(newTextOf(`${intro}\n\n> May we call?\n\nNo.\n\n> Bye\n`)).toBe('No.')
  expect(newTextOf('Am 1. Mai 2026 schrieb\nAgency <a@b.example>:\n> Hallo\n\nBitte abmelden')).toBe('Bitte abmelden')
})

test('the rest of a quoted line that a program broke is no new text', () => {
  const quoted = '> You get this mail because of your public address, and you can always'
  expect(newTextOf(`Yes!\n\nOn Mon, 1 May 2026, A <a@b.example> wrote:\n${quoted}\nunsubscribe here\n> Bye`)).toBe(
    'Yes!',
  )
})

test('no quoted word is new text, and reading twice changes nothing', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 30 }), (lines) => {
      const quoted = lines.map((line) => `> unsubscribe ${line.replaceAll(/[\r\n]/g, ' ')}`)
      expect(newTextOf(quoted.join('\n'))).toBe('')
      const once = newTextOf(lines.join('\n'))
      expect(newTextOf(once)).toBe(once)
    }),
  ))

test.each([
  'Yes, let us talk.',
  'Do not unsubscribe me, I like this.',
  'Wir wollen uns nicht abmelden.',
  "I don't want to unsubscribe",
  'We will not opt out',
  'We stopped by last week.',
  'Please contact me on Monday.',
  'No interest at the moment.',
  'Our list of features is long; remove nothing.',
  'Call me. If you want no more mail from us: https://a.example/v1/api/growth/unsubscribe/AbC',
  'Gerne! Wenn Sie keine weiteren E-Mails von uns wünschen:\nhttps://a.example/unsubscribe',
])('%j does not ask for an end of mail', (text) => {
  expect(wantsNoMail(text)).toBe(false)
})

test.each([
  ['auto_reply', 'Ich bin im Urlaub', 'out_of_office'],
  ['auto_reply', 'We received your mail', 'other'],
  ['unsubscribe', 'x', 'unsubscribe'],
  ['complaint', 'x', 'unsubscribe'],
  ['bounce', 'Sounds good', undefined],
] as const)('the intent of a %s with %j is %s', (kind, text, intent) => {
  expect(intentOfKind(kind, text)).toBe(intent)
})

test('feedback that a mail is no spam is no complaint', () => {
  expect(readFeedback('Feedback-Type: not-spam')).toBeUndefined()
  expect(readFeedback('Feedback-Type: ABUSE\nOriginal-Rcpt-To: nonsense')).toMatchObject({ recipients: [] })
})

test('ids are read once each, in their order and number', () => {
  expect(readIds('<a@b> <c@d>\n\t<a@b> nonsense <> < x>')).toEqual(['<a@b>', '<c@d>'])
  expect(readIds(Array.from({ length: 300 }, (_, n) => `<${n}@x>`).join(' '))).toHaveLength(100)
  expect(readIds(undefined)).toEqual([])
})

test('any text is read as fields, as a report and as a reply, in little time', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      readFields(text)
      readDeliveryStatus(`Action: failed\n${text}`)
      readFeedback(`Feedback-Type: abuse\n${text}`)
      wantsNoMail(newTextOf(text))
      judge(text)
    }),
    { numRuns: 50 },
  ))

test.each([
  'on ',
  'on a\n',
  '> a\nb\n',
  'from: ',
  'remove me ',
  'do not ',
  '> ',
  '<',
  'keine weitere ',
  'am a schrieb ',
  '\n',
])('a mail of nothing but %j is judged in time', (part) => {
  const text = part.repeat(Math.ceil(100_000 / part.length))
  const begin = cpuTime().ownMs
  wantsNoMail(newTextOf(text))
  readIds(text)
  readFields(text)
  expect(cpuTime().ownMs - begin).toBeLessThan(2_000)
})
