import { useLanguage, useRegion, type Region } from './preferences.ts'

const isIn = (language: string) => (locale: string) => locale.split('-')[0] === language

/**
 * How dates and numbers are written: as in the country that the workspace chose, or else in the country of the browser,
 * if that is in the person's language; in English without a country as most countries write them.
 */
export const localeOf = (language: string, region: Region | undefined): string => {
  const chosen = region?.locale
  if (chosen?.includes('-') && isIn(language)(chosen)) return chosen
  const ofBrowser = navigator.languages.find(isIn(language)) ?? language
  return ofBrowser === 'en' ? 'en-001' : ofBrowser
}

/** The locale for the person. */
export const useLocale = (): string => localeOf(useLanguage(), useRegion())
