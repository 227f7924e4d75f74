// A consent is a word for yes, in a language that is known here. An unknown word leaves a lead without consent.
const positives = `
  yes true granted agreed accepted consented confirmed subscribed given
  ja wahr erteilt eingewilligt zugestimmt bestätigt einverstanden vorhanden
  oui vrai accepté acceptée accordé accordée donné donnée confirmé confirmée
  sí si verdadero aceptado aceptada concedido concedida confirmado confirmada
  sì vero accettato accettata concesso concessa confermato confermata
  sim verdadeiro aceito
  waar akkoord bevestigd gegeven
  tak prawda wyrażona wyrażono potwierdzona potwierdzono
  ano áno pravda souhlasí súhlasí potvrzeno potvrdené
  sand sandt sant sann bekræftet bekreftet bekräftat givet gitt accepteret
  kyllä joo tosi vahvistettu jah jā taip igen igaz da adevărat istina evet doğru
  aceptó acepto acconsente acconsentito espresso autorizado autorizada godkänt godkendt godkjent tilmeldt udělen udelen
  annettu 同意済み
  dado aceitou toegestemd udzielona udzielono wyraził wyraziła lämnat souhlasil souhlasila hyväksytty acordat acceptat
  да истина так ναι はい 是 同意 예 네 동의 نعم כן
`
// Words and names that add nothing to it: its subject, the way and the time.
const neutrals = `
  consent explicit written freely double single doi on at by via per from since in contact
  einwilligung doppelt doppeltes am vom seit um uhr
  consentement écrit le du depuis consentimiento el desde consenso il dal consentimento em desde
  toestemming op sinds zgoda dnia souhlas dne samtykke den samtycke
  suostumus formulier via por trade correo electrónico électronique site 
  email mail telefonisch schriftlich form formular formulaire newsletter website web fair messe
  hat habe accord par sept formulario ha dal sito heeft przez formularz mailem zgodę zgoda formulär har skjema emailem
  lomakkeella sähköpostitse prin consimțământ a
`
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))
const isPositive = wordsOf(positives)
const isNeutral = wordsOf(neutrals)

/** The names of months, with a day beside them, in the languages whose dates are read. */
const months = new Set(
  ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'cs', 'fi', 'ro'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, at) => format.formatToParts(Date.UTC(2026, at, 3)))
        .flatMap((parts) => parts.filter(({ type }) => type === 'month'))
        .map(({ value }) => value.toLowerCase().replace('.', ''))
    }),
  ),
)

/** Signs for yes in a column of boxes; they stand without words. */
const isTicked = /^(?:[\[(]?[x✓✔☑✅🗹][\])]?\ufe0f?|1(?:[.,]0+)?|y|j|on)$/u
const dates =
  /\b\d{4}-\d{1,2}-\d{1,2}(?:[t ]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?z|[+-]\d{2}:?\d{2})?)?\b|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|\b(?:0?[1-9]|[12]\d|3[01])(?:\.|st|nd|rd|th)? (?=\p{L})|\b\d{1,2}:\d{2}(?::\d{2})?\b|\b(?:19|20)\d{2}\b/gu

/** Reads a consent: `given` if all words are known and one means yes, else `unclear`; undefined without text. */
export const readConsent = (text: string | undefined): 'given' | 'unclear' | undefined => {
  const plain = (text ?? '').normalize('NFKC').toLowerCase().trim()
  if (plain === '') return undefined
  if (isTicked.test(plain)) return 'given'
  // The way of consent; only a telephone may be its subject instead.
  const rest = plain
    .replaceAll(/\bopt(?:ed)?[- ]?in\b/g, 'yes')
    .replaceAll(/\be-mail/g, 'email')
    .replaceAll(/\bliegt vor\b|\bconsenso dato\b/g, 'yes')
    .replaceAll(/\bby (?:tele)?phone\b/g, ' ')
    .replaceAll(dates, ' ')
  // A question mark and other signs doubt the words beside them.
  if (!/^[\p{L}\p{M}\s.,;:!()[\]/'"“”„–—-]*$/u.test(rest)) return 'unclear'
  const words = rest.match(/[\p{L}\p{M}]+/gu) ?? []
  const isKnown = words.every((word) => isPositive.has(word) || isNeutral.has(word) || months.has(word))
  return isKnown && words.some((word) => isPositive.has(word)) ? 'given' : 'unclear'
}
