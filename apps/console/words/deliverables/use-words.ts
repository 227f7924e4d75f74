import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type DeliverableWords = typeof en

const catalogue: Readonly<Record<Language, DeliverableWords>> = { en, de }

/** What the pages about deliverables say. Their words come with them, not with the first load. */
export const useDeliverableWords = (): DeliverableWords => catalogue[useLanguage()]
