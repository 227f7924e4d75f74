import { de } from './de.ts'
import { en } from './en.ts'

export type Words = typeof en
export type Language = 'en' | 'de'

export const catalogue: Readonly<Record<Language, Words>> = { en, de }
