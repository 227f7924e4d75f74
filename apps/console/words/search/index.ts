import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of search, in the palette and on its page. */
export const useSearchWords = catalogue<typeof en>({ en, de })
