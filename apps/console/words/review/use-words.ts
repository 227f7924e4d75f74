import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

const catalogue: Readonly<Record<Language, typeof en>> = { en, de }

/** What the review of a change says. Its words come with its page, not with the first load. */
export const useReviewWords = () => catalogue[useLanguage()]
