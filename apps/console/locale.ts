import { useLanguage, useRegion, type Region } from './preferences.ts'

/** How dates and numbers are written: in the workspace's way if that is in the person's language. */
export const localeOf = (language: string, region: Region | undefined): string =>
  region?.locale.split('-')[0] === language ? region.locale : language

/** The locale for the person. */
export const useLocale = (): string => localeOf(useLanguage(), useRegion())
