import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the connections of a project: its code host, and what can be tested. */
export const useConnectionWords = catalogue<typeof en>({ en, de })
