import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the shell and of parts that several pages share. */
export const useWords = catalogue<typeof en>({ en, de })
