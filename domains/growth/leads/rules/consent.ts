// In English and German, as lists say them. A wrong guess leaves a lead without consent, never with one.
const denials = [
  'no',
  'not',
  'none',
  'never',
  'n',
  'na',
  'false',
  'f',
  'off',
  '0',
  'without',
  'denied',
  'declined',
  'refused',
  'revoked',
  'withdrawn',
  'rejected',
  'pending',
  'requested',
  'missing',
  'unknown',
  'unsubscribed',
  'optout',
  'out',
  'nein',
  'nicht',
  'kein',
  'keine',
  'nie',
  'falsch',
  'ohne',
  'abgelehnt',
  'verweigert',
  'widerrufen',
  'widerruf',
  'zurückgezogen',
  'offen',
  'ausstehend',
  'angefragt',
  'fehlt',
  'unbekannt',
  'abgemeldet',
]
const isDenial: ReadonlySet<string> = new Set(denials)

/** Whether a text of a consent column records a consent: it has a word, and none that denies or doubts it. */
export const recordsConsent = (text: string | undefined): boolean => {
  const words =
    (text ?? '')
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('n/a', 'na')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 && !words.some((word) => isDenial.has(word))
}
