import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** What the evidence of an invoice says to a client; it brings it along. */
export const useEvidenceWords = catalogue<typeof en>({ en, de })
