const usual = [
  'en',
  'en-GB',
  'en-US',
  'en-IE',
  'en-AU',
  'en-CA',
  'en-IN',
  'de',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CH',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'da-DK',
  'nb-NO',
  'fi-FI',
  'cs-CZ',
  'ja-JP',
]

const withOwn = (own: string, all: readonly string[]) => (all.includes(own) ? all : [own, ...all])

/** The time zones that this browser knows, and the chosen zone. */
export const zones = (chosen: string): readonly string[] =>
  withOwn(chosen, ['UTC', ...Intl.supportedValuesOf('timeZone')])

/** Locales to choose from, and the chosen locale. */
export const locales = (chosen: string): readonly string[] => withOwn(chosen, usual)

/** A locale as people call it: Austrian German. */
export const named = (locale: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(locale) ?? locale
