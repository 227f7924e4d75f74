import './invoices.css'
import { Broken } from './broken.tsx'
import { DocumentsPage, loader as documentsLoader } from './pages/documents.tsx'
import { InvoicePage, loader as invoiceLoader } from './pages/invoice.tsx'
import { InvoicesPage, loader as invoicesLoader } from './pages/invoices.tsx'

/** The pages about money and documents, a piece of their own: most visits to a portal need none of it. */
export const paperPages = {
  documents: { Component: DocumentsPage, loader: documentsLoader, ErrorBoundary: Broken },
  invoices: { Component: InvoicesPage, loader: invoicesLoader, ErrorBoundary: Broken },
  invoice: { Component: InvoicePage, loader: invoiceLoader, ErrorBoundary: Broken },
}
