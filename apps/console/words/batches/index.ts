import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of batches. */
export const useBatchWords = catalogue<typeof en>({ en, de })
