import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

type AuditWords = typeof en

/** The words of the audit pages. */
export const useAuditWords = catalogue<AuditWords>({ en, de })
