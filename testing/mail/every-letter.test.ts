import { expect, test } from 'vitest'
import { prepareMail } from '../../platform/mail/message.ts'
import { renderHtml } from '../../platform/mail/render-html.ts'
import { renderText } from '../../platform/mail/render-text.ts'
import { everyLetter } from './every-letter.ts'
import { lettersPage } from './letters-page.ts'

const letters = (await everyLetter()).map(({ name, message }) => {
  const prepared = prepareMail(message)!
  return { name, message, prepared, html: renderHtml(prepared), text: renderText(prepared) }
})
type Letter = (typeof letters)[number]

/** The letters that break a rule, by name and subject. */
const broken = (holds: (letter: Letter) => boolean) =>
  letters.filter((letter) => !holds(letter)).map(({ name, message }) => [name, message.language, message.subject])
const count = (text: string, part: string) => text.split(part).length - 1
/** The words of a letter, without its addresses and the marks that keep words from becoming links. */
const wordsOf = ({ prepared, text }: Letter) =>
  `${prepared.subject}\n${text.replaceAll('\u200c', '').replaceAll(/^https?:\S+$/gm, '')}`

// A notice about an account has no link, so that its readers learn to follow none.
const withoutButton = (kind: string) => /^auth\.\w+_was_\w+$/.test(kind)

test('every letter greets its reader, by name unless a stranger could have chosen the name', () => {
  expect(
    broken(({ message, text, html }) => {
      const name = typeof message.to === 'string' || message.onRequest ? '' : ` ${message.to.name}`
      const greeting = `${message.language === 'de' ? 'Guten Tag' : 'Hello'}${name},`
      return text.startsWith(`${greeting}\n\n`) && html.includes(`>${greeting}</p>`)
    }),
  ).toEqual([])
})

test('every letter has one button, and its text has the same links', () => {
  expect(
    broken(({ message, html }) => count(html, 'class="button"') === (withoutButton(message.kind) ? 0 : 1)),
  ).toEqual([])
  expect(
    broken(({ message: { action, links = [] }, text }) =>
      [...(action ? [action] : []), ...links].every(({ url }) => count(text, `\n${url}\n`) === 1),
    ),
  ).toEqual([])
})

test('no letter has an id, a handle of a cycle, or an empty place in its words', () => {
  const inside = /[0-9a-f]{8}-[0-9a-f]{4}-|\b[A-Z]{2,5}-\d+\b|undefined|null|NaN|\[object/
  expect(broken((letter) => !inside.test(wordsOf(letter)))).toEqual([])
})

test('a subject fits on a locked screen, and says more than the name of the program', () => {
  expect(broken(({ prepared: { subject } }) => Array.from(subject).length <= 60 && subject.length > 10)).toEqual([])
})

test('an invoice names its amount and its day, and a client is told who asks and about which project', () => {
  const isToPay = ({ name }: Letter) => /^(invoice, paid (online|by|in)|reminder)/.test(name)
  expect(letters.filter(isToPay)).toHaveLength(10)
  expect(
    broken(
      (letter) =>
        !isToPay(letter) || (/€\d|\d €/.test(letter.text) && /4\.? (December|Dezember) 2026/.test(letter.text)),
    ),
  ).toEqual([])
  expect(
    broken(
      ({ name, prepared }) =>
        !/^(request|question|approval), (to a client|again)/.test(name) ||
        /^Northwind Studio .*Bakery website/.test(prepared.paragraphs[0]!),
    ),
  ).toEqual([])
})

test('letters about work, invoices and accounts are written in both languages', () => {
  const inLanguage = (wanted: string) => letters.filter(({ message }) => message.language === wanted)
  expect(inLanguage('de').map(({ name }) => name)).toEqual(inLanguage('en').map(({ name }) => name))
  expect(broken(({ message, html }) => html.includes(`<html lang="${message.language ?? 'en'}"`))).toEqual([])
})

test('the page to look at shows each letter as HTML and as text', async () => {
  const page = await lettersPage()
  expect([count(page, '<iframe'), count(page, '<pre>')]).toEqual([letters.length, letters.length])
})
