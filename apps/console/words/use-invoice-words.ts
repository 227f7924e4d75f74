import { useLanguage } from '../preferences.ts'
import { deInvoices } from './de-invoices.ts'
import { enInvoices } from './en-invoices.ts'
import type { Language } from './words.ts'

export type InvoiceWords = typeof enInvoices

const catalogue: Readonly<Record<Language, InvoiceWords>> = { en: enInvoices, de: deInvoices }

/** What the pages about money say, in the language of the person. They bring it along: no other page needs it. */
export const useInvoiceWords = (): InvoiceWords => catalogue[useLanguage()]
