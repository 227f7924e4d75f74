import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { getPortalInvoicePdf } from '../../../../domains/billing/portal-invoices/contract.ts'
import { open } from '../../api/client.ts'
import { save } from '../../parts/save-file.ts'
import type { PortalInvoice } from '../pages/invoices.tsx'
import { headersOf, usePlace } from '../place.ts'
import { usePortalInvoiceWords } from '../words/invoices.ts'
import { InvoiceWrong } from './invoice-wrong.tsx'

/** Saves the invoice as the agency has it. */
export const DownloadPdf = ({ invoice: { id, invoiceNumber } }: { readonly invoice: PortalInvoice }) => {
  const words = usePortalInvoiceWords()
  const { workspaceId } = usePlace()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const bytes = await open(getPortalInvoicePdf, { params: { id } }, headersOf(getPortalInvoicePdf, workspaceId))
      const file = await new Response(bytes, { headers: { 'content-type': 'application/pdf' } }).blob()
      save(file, `${invoiceNumber}.pdf`)
    },
  })
  return (
    <>
      <button type="button" className="btn" disabled={isPending} onClick={() => mutate()}>
        <Download className="i" aria-hidden="true" />
        {words.download}
      </button>
      <InvoiceWrong error={error} />
    </>
  )
}
