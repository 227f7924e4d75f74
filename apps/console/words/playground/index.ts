import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the page where people try a model. */
export const usePlaygroundWords = catalogue<typeof en>({ en, de })
