import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type ImportWords = typeof en

const catalogue: Readonly<Record<Language, ImportWords>> = { en, de }

/** What the page says that brings a project in. */
export const useImportWords = (): ImportWords => catalogue[useLanguage()]
