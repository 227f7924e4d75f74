import type { en } from './shell/en.ts'

export type Words = typeof en
/** The words of errors; the portal has its own, which shows sentences of the server only unchanged. */
export type ErrorWords = Omit<Words['errors'], 'isServerLanguage'> & { readonly isServerLanguage?: boolean }
export type Language = 'en' | 'de'
