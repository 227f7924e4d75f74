import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words about the lines that checks ran. */
export const useCoverageWords = catalogue<typeof en>({ en, de })
