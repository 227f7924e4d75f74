import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** Texts of the portal about files. */
export const useDocumentWords = catalogue<typeof en>({ en, de })
