import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words about the access point, and about how invoices travel through it. */
export const useTransmissionWords = catalogue<typeof en>({ en, de })
