import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** What the pages of invoices say to a client; they bring it along. */
export const usePortalInvoiceWords = catalogue<typeof en>({ en, de })
