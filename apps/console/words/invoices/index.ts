import { catalogue } from '../catalogue.ts'
import { deInvoices } from './de.ts'
import { enInvoices } from './en.ts'

export type InvoiceWords = typeof enInvoices

/** The words of the pages about invoices. */
export const useInvoiceWords = catalogue<InvoiceWords>({ en: enInvoices, de: deInvoices })
