import './invoices.css'
import { Broken } from './broken.tsx'
import { InvoicePage, loader as invoiceLoader } from './pages/invoice.tsx'
import { InvoicesPage, loader as invoicesLoader } from './pages/invoices.tsx'

/** The pages about money, a piece of their own: most visits to a portal need none of it. */
export const invoicePages = {
  invoices: { Component: InvoicesPage, loader: invoicesLoader, ErrorBoundary: Broken },
  invoice: { Component: InvoicePage, loader: invoiceLoader, ErrorBoundary: Broken },
}
