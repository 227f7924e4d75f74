import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type ProjectWords = typeof en

const catalogue: Readonly<Record<Language, ProjectWords>> = { en, de }

/** What the pages of a project say. Their words come with them, not with the first load. */
export const useProjectWords = (): ProjectWords => catalogue[useLanguage()]
