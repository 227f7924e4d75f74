import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import { PortalError } from './portal-error.tsx'

/** The failure about an invoice, in the portal's words. Nothing without an error. */
export const InvoiceError = ({ error }: { readonly error: unknown }) => (
  <PortalError error={error} codes={usePortalInvoiceWords().codes} />
)
