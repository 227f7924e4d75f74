import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type AuditWords = typeof en

const catalogue: Readonly<Record<Language, AuditWords>> = { en, de }

/** What the pages of the record say. */
export const useAuditWords = (): AuditWords => catalogue[useLanguage()]
