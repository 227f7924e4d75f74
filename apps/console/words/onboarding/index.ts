import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the first run. */
export const useFirstWords = catalogue<typeof en>({ en, de })
