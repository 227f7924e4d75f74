import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the audit pages. */
export const useAuditWords = catalogue<typeof en>({ en, de })
