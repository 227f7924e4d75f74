import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of parsed documents and of their review. */
export const useDocumentWords = catalogue<typeof en>({ en, de })
