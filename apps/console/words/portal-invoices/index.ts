import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** Texts of a client's pages of invoices, loaded with them. */
export const usePortalInvoiceWords = catalogue<typeof en>({ en, de })
