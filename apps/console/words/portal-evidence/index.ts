import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** Texts of an invoice's evidence for a client, loaded with it. */
export const useEvidenceWords = catalogue<typeof en>({ en, de })
