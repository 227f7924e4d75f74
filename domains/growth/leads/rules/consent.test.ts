import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConsent } from './consent.ts'

const given = `
  yes|Yes!|TRUE|1|1.0|x|[x]|✓|☑️|on|ja|JA|Oui|VRAI|sí|Si|sim|tak|ano|áno|igen|evet|да|ναι|はい|同意|WAHR|verdadero|PRAWDA
  opt-in|Opt in|opted in|Opt-In 03.05.2026|opt-in 2026-05-03T10:00:00Z|double opt-in confirmed|Double Opt-In bestätigt
  yes, by phone, 3 May 2026|Ja, telefonisch am 3. Mai 2026|Einwilligung erteilt am 03.05.2026|consent given|ja/oui
  Freely given consent from contact|ＹＥＳ|"yes"|consentement donné le 3/5/2026
  Ja, am 3.5.2026 per E-Mail erteilt|Einwilligung liegt vor|yes, trade fair 2026|oui, formulaire du site|aceptó por correo
  consenso espresso|acconsente|autorizado|ja, via formulier|godkänt|tilmeldt|souhlas udělen|suostumus annettu|同意済み`
// Examples of public reports: keila#253, listmonk#2574, mailpoet#2968, onebody#673, data-publisher#50, phplist3 PR#328.
const unclear = `
  no|Non|NEE|nej|FAUX|FALSO|ONWAAR|refusé|non consenti|não|k.A.|n/a|-|0|F|T|?|yes?|yes (pending)|ja/nein|yes/no|not yet
  unconfirmed|unsubscribed|unreachable|active|inactive|expired|abgelaufen|nope|tbd|todo|ask first|nachfragen|cold list
  bounced|purchased list|gekauft|erloschen|gesperrt|blocked|invalid|ungültig|double opt-in sent|DOI versendet|DOI
  legitimate interest|berechtigtes Interesse|unklar|Opt-out|opt-in pending|opt in, not confirmed|angefragt am 3.5.|1/0
  No objection, so yes|2023-03-15|0171 2345|by phone|ja, aber|不同意|nesouhlasí|yes, until 2020|I guess yes|да?|consent|phone: yes|0 given
  liegt nicht vor|liegt vor?|no autorizado|non acconsente|inte godkänt|ikke tilmeldt|souhlas neudělen|não autorizado|E-Mail|per E-Mail`
const each = (texts: string) =>
  texts
    .split(/[|\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')

test.each(each(given))('“%s” is a consent', (text) => expect(readConsent(text)).toBe('given'))
test.each(each(unclear))('“%s” says something that is no consent', (text) => expect(readConsent(text)).toBe('unclear'))
test.each(['', '  ', undefined])('%j is no consent', (text) => expect(readConsent(text)).toBeUndefined())

test('a word that is not known beside one for yes leaves no consent', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('yes', 'ja', 'oui', 'opt-in', '✓', 'TRUE'),
      fc.stringMatching(/^[bcdfghklmpqrtvwz]{5,12}$/),
      fc.boolean(),
      (word, other, isFirst) => {
        expect(readConsent(isFirst ? `${word} ${other}` : `${other} ${word}`)).toBe('unclear')
      },
    ),
  ))

/** For each language texts that mean yes and texts that do not, written without a look at the known words. */
const languages: readonly (readonly [language: string, given: string, unclear: string])[] = [
  [
    'English',
    'Yes, agreed on 3 May 2026|consented by e-mail',
    'not given|yes, but only by phone|waiting for confirmation|withdrawn|signed up via web form',
  ],
  [
    'German',
    'ja, per E-Mail am 3.5.2026|Einwilligung schriftlich erteilt|hat zugestimmt',
    'keine Einwilligung|widerrufen|ja, aber nur telefonisch|noch offen',
  ],
  [
    'French',
    'accord donné par e-mail|oui, le 3 mai 2026',
    'refus|pas de consentement|retiré|à confirmer|consentement écrit',
  ],
  [
    'Spanish',
    'sí, por formulario web|ha aceptado|consentimiento concedido por correo',
    'sin consentimiento|no ha aceptado|pendiente|revocado',
  ],
  ['Italian', 'consenso dato per e-mail|sì, dal sito|ha accettato', 'nessun consenso|non accettato|revocato|in attesa'],
  ['Portuguese', 'sim, por e-mail|consentimento dado|aceitou', 'sem consentimento|não aceitou|retirado|a confirmar'],
  [
    'Dutch',
    'ja, per e-mail|toestemming gegeven op 3 mei 2026|heeft toegestemd',
    'geen toestemming|ingetrokken|nog niet|niet gegeven',
  ],
  ['Polish', 'zgoda udzielona|tak, przez formularz|wyraził zgodę', 'brak zgody|zgoda cofnięta|nie wyraził|oczekuje'],
  ['Swedish', 'ja, via formulär|samtycke lämnat|har godkänt', 'inget samtycke|återkallat|ej godkänt|väntar'],
  ['Danish', 'ja, via formular|samtykke givet|har accepteret', 'intet samtykke|trukket tilbage|ikke givet|afventer'],
  ['Norwegian', 'ja, via skjema|samtykke gitt|har godkjent', 'ikke samtykke|trukket tilbake|ikke gitt|venter'],
  ['Czech', 'ano, e-mailem|souhlas udělen dne 3. 5. 2026|souhlasil', 'bez souhlasu|souhlas odvolán|neudělen|čeká'],
  ['Finnish', 'kyllä, lomakkeella|suostumus annettu|hyväksytty', 'ei suostumusta|peruttu|ei annettu|odottaa'],
  [
    'Romanian',
    'da, prin e-mail|consimțământ acordat|a acceptat',
    'fără consimțământ|retras|nu a acceptat|în așteptare',
  ],
]

test.each(languages)('in %s only a yes is a consent', (_language, yes, other) => {
  expect(each(yes).filter((text) => readConsent(text) !== 'given')).toEqual([])
  expect(each(other).filter((text) => readConsent(text) !== 'unclear')).toEqual([])
})
