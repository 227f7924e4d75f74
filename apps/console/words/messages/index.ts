import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the conversations with clients. */
export const useMessageWords = catalogue<typeof en>({ en, de })
