import './invoices.css'
import { BrokenPage } from './error-page.tsx'
import { InvoicePage, loader } from './pages/invoices/detail/portal-invoice-page.tsx'

/** The page of one invoice, which letters lead to as well. */
export const invoicePages = { invoice: { Component: InvoicePage, loader, ErrorBoundary: BrokenPage } }
