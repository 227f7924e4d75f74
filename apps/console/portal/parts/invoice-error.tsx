import { explain } from '../../errors.ts'
import { Explanation } from '../../parts/feedback/refusal.tsx'
import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import { usePortalWords } from '../../words/portal/index.ts'

/** The failure about an invoice, in the portal's words. Nothing without an error. */
export const InvoiceError = ({ error }: { readonly error: unknown }) => {
  const { errors } = usePortalWords()
  const { codes } = usePortalInvoiceWords()
  if (error == null) return null
  return <Explanation explained={explain(error, { ...errors, codes: { ...errors.codes, ...codes } })} />
}
