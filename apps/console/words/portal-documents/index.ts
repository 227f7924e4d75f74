import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** What the portal says of files. */
export const useDocumentWords = catalogue<typeof en>({ en, de })
