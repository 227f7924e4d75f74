import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words about the letters of an invoice. */
export const useLetterWords = catalogue<typeof en>({ en, de })
