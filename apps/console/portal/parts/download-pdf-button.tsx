import Download from 'lucide-react/icons/download'
import { getPortalInvoicePdf } from '../../../../domains/billing/portal-invoices/contract.ts'
import { Button } from '../../parts/forms/button.tsx'
import { useDownload } from '../../parts/files/use-download.ts'
import type { PortalInvoice } from './invoice-row.tsx'
import { headersOf, useCurrentPortal } from '../current-portal.ts'
import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import { InvoiceError } from './invoice-error.tsx'

/** Saves an invoice as the agency has it. */
export const usePdf = (invoiceNumber: string) => {
  const headers = headersOf(getPortalInvoicePdf, useCurrentPortal().workspaceId)
  return useDownload(getPortalInvoicePdf, { name: `${invoiceNumber}.pdf`, type: 'application/pdf', headers })
}

/** The button for it. */
export const DownloadPdf = ({ invoice: { id, invoiceNumber } }: { readonly invoice: PortalInvoice }) => {
  const words = usePortalInvoiceWords()
  const pdf = usePdf(invoiceNumber)
  return (
    <>
      <Button icon={Download} isPending={pdf.isPending} onClick={() => pdf.mutate({ params: { id } })}>
        {words.download}
      </Button>
      <InvoiceError error={pdf.error} />
    </>
  )
}
