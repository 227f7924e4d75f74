import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the result of a cycle. */
export const useCycleResultWords = catalogue<typeof en>({ en, de })
