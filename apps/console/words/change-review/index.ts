import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of a change that waits for a decision, where it is decided. */
export const useChangeReviewWords = catalogue<typeof en>({ en, de })
