import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words for a change that waits for a decision, at its place. */
export const useChangeReviewWords = catalogue<typeof en>({ en, de })
