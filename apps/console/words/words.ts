import type { en } from './shell/en.ts'

export type Words = typeof en
/** The words of errors; the portal has its own, for which no sentence of the server is said but as it is. */
export type ErrorWords = Omit<Words['errors'], 'isServerLanguage'> & { readonly isServerLanguage?: boolean }
export type Language = 'en' | 'de'
