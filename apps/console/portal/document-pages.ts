import './invoices.css'
import { BrokenPage } from './error-page.tsx'
import { DocumentsPage, loader as documentsLoader } from './pages/documents/documents-page.tsx'
import { InvoicesPage, loader as invoicesLoader } from './pages/invoices/list/portal-invoices-page.tsx'

/** The lists of money and documents, a piece of their own: most visits to a portal need none of it. */
export const documentPages = {
  documents: { Component: DocumentsPage, loader: documentsLoader, ErrorBoundary: BrokenPage },
  invoices: { Component: InvoicesPage, loader: invoicesLoader, ErrorBoundary: BrokenPage },
}
