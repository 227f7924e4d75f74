import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type WaysWords = typeof en

const catalogue: Readonly<Record<Language, WaysWords>> = { en, de }

/** What the ways in say. Their words come with them, not with the first load. */
export const useWaysWords = (): WaysWords => catalogue[useLanguage()]
