import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words about models. */
export const useModelWords = catalogue<typeof en>({ en, de })
