import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { cpuTime } from '../../../../testing/runner/costs.ts'
import { judge } from './judge.ts'
import { newTextOf } from './new-text.ts'

const sent = `Hello Ada,

may we call you about your web shop? We built three shops of your size last year.

If you would rather not hear from us, answer with unsubscribe and we stop.`
const broken = sent.replaceAll(/(.{40,60}) /g, '$1\n')
const marked = sent.replaceAll(/^/gm, '> ')
const texts = { sent: [sent], others: [] }
const said = 'Yes, sounds good. Let us talk.'

test.each([
  [
    'Outlook, French',
    `De : Us <us@example.com>\nEnvoyé : mardi 3 mars 2026 10:00\nÀ : Ada\nObjet : Web shops\n\n${sent}`,
  ],
  // https://github.com/twentyhq/twenty/issues/25315
  ['Outlook, Danish', `Fra: Us <us@example.com>\nSendt: 3. marts 2026 10:00\nTil: Ada\nEmne: Web shops\n\n${sent}`],
  // https://github.com/closeio/quotequail/pull/88
  ['Dutch', `Op 3 mrt. 2026 om 10:00 heeft Us <us@example.com> het volgende geschreven:\n\n${sent}`],
  // https://github.com/alfonsrv/mail-parser-reply/pull/31
  ['Gmail, Swedish, broken', `Den tis 3 mars 2026 kl 10:00 skrev Us With A Long Name\n<us@example.com>:\n\n${marked}`],
  // https://github.com/ciudadanointeligente/write-it/pull/819
  ['Italian', `Il giorno 3/mar/2026, alle ore 10:00, Us\n<us@example.com> ha scritto:\n\n${broken}`],
  // https://github.com/github/email_reply_parser/issues/40
  ['Yahoo', `On Tuesday, March 3, 2026 10:00 AM, Us <us@example.com> wrote:\n\n ${broken.replaceAll('\n', '\n ')}`],
  // https://github.com/mailgun/talon/issues/75
  [
    'Zimbra',
    `From: us@example.com\nTo: "ada" <ada@example.org>\nSent: Tuesday, 3 March 2026\nSubject: Web shops\n\n${sent}`,
  ],
  // https://github.com/kvannotten/mailstrip/issues/5
  [
    'Outlook without a receiver',
    `From: Us<mailto:us@example.com>\nSent: 3 March 2026 10:00\nSubject: Web shops\n\n\n${sent}`,
  ],
  // https://github.com/github/email_reply_parser/pull/67
  ['Outlook, bold', `*Von:* Us <us@example.com>\n*Gesendet:* Dienstag\n*An:* Ada\n*Betreff:* Web shops\n\n${sent}`],
  ['Zoho', `---- On Tue, 03 Mar 2026 10:00:00 +0100 Us <us@example.com> wrote ----\n\n${sent}`],
  ['Gmail, Japanese', `2026年3月3日(火) 10:00 Us <us@example.com>:\n\n${marked}`],
  ['Gmail, Polish', `wt., 3 mar 2026 o 10:00 Us <us@example.com> napisał(a):\n\n${sent}`],
  [
    'Outlook, Spanish',
    `De: Us <us@example.com>\nEnviado: martes, 3 de marzo de 2026\nPara: Ada\nAsunto: Web shops\n\n${sent}`,
  ],
  [
    'Outlook, Chinese',
    `发件人: Us <us@example.com>\n发送时间: 2026年3月3日 10:00\n收件人: Ada\n主题: Web shops\n\n${sent}`,
  ],
  ['no introduction at all', broken],
  [
    'another mail of the thread above it',
    `_____\nVan: Us <us@example.com>\nVerzonden: 3 maart\nAan: Ada\n\n${sent}\n\n${marked}`,
  ],
])('our own mail is no word of the lead if a program quotes it: %s', (_, quote) => {
  const newText = newTextOf(`${said}\n\n${quote}`, texts)
  expect(newText).toBe(said)
  expect(judge(newText)).toEqual({ intent: 'interested', isClear: true })
})

test('an answer below or between what we sent is a word of the lead', () => {
  const [greeting, question, ...rest] = sent.split('\n\n')
  const between = `${greeting}\n\n${question}\n\nPlease remove me from your list.\n\n${rest.join('\n\n')}`
  for (const reply of [
    between,
    `${sent}\n\nPlease remove me from your list.`,
    `${marked}\nPlease remove me from your list.`,
  ])
    expect(newTextOf(`Von: Us <us@example.com>\nGesendet: 3. März\n\n${reply}`, texts)).toBe(
      'Please remove me from your list.',
    )
})

test('words that a lead shares with our mail are a quote only in a long run', () => {
  const wish = 'Please remove me from your list'
  const told = { sent: [`Answer with “${wish}” and we stop. ${sent}`], others: [] }
  expect(newTextOf(wish, told)).toBe(wish)
  expect(newTextOf('May we call you?', { sent: ['Hello'], others: [] })).toBe('May we call you?')
})

test('lines of an earlier reply are no new words where our mail is quoted below them', () => {
  const earlier = 'We are a shop for garden tools and sell in all of Europe.'
  const reply = `No, thank you.\n\n${sent}\n\n${earlier}`
  expect(newTextOf(reply, { sent: [sent], others: [earlier] })).toBe('No, thank you.')
})

test
  .runIf(isLong)
  .each(['on ', '1 <a@b>: ', 'a: b@1\n', '> a\n', 'hello ada may we call you ', '一', '-- a1 --\n', '\n'])(
  'a mail of nothing but %j is read in a time that grows with its length',
  (part) => {
    const text = part.repeat(Math.ceil(100_000 / part.length))
    const begin = cpuTime().ownMs
    newTextOf(text, { sent: [sent, text.slice(0, 20_000)], others: [text.slice(0, 20_000)] })
    expect(cpuTime().ownMs - begin).toBeLessThan(2_000)
  },
)
