import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the pages on which people decide. */
export const useInboxWords = catalogue<typeof en>({ en, de })
