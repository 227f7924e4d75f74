import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type CoverageWords = typeof en

const catalogue: Readonly<Record<Language, CoverageWords>> = { en, de }

/** What is said of the lines that checks ran. Read with its part alone. */
export const useCoverageWords = (): CoverageWords => catalogue[useLanguage()]
