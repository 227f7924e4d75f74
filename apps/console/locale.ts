import { useLanguage, useRegion, type Region } from './preferences.ts'

/** How dates and numbers are written: as the workspace does it where that is in the person's language. */
export const localeOf = (language: string, region: Region | undefined): string =>
  region?.locale.split('-')[0] === language ? region.locale : language

/** The locale of what the person reads. */
export const useLocale = (): string => localeOf(useLanguage(), useRegion())
