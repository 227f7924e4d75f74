import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the review of a change. */
export const useReviewWords = catalogue<typeof en>({ en, de })
