import Download from 'lucide-react/icons/download'
import { getClientInvoicePdf } from '../../../../../domains/billing/documents/contract.ts'
import { Button } from '../../../parts/button.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useDownload } from '../../../parts/use-download.ts'
import { useLetterWords } from '../../../words/invoice-emails/index.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'

/** Saves an issued invoice as it is sent. */
export const DownloadPdf = ({ invoice: { id, invoiceNumber } }: { readonly invoice: Invoice }) => {
  const words = useLetterWords()
  const pdf = useDownload(getClientInvoicePdf, { name: `${invoiceNumber!}.pdf`, type: 'application/pdf' })
  return (
    <>
      <Button
        size="small"
        className="bill-pdf"
        icon={Download}
        aria-label={words.pdf}
        isPending={pdf.isPending}
        onClick={() => pdf.mutate({ params: { id } })}
      >
        <span className="hide-s">{words.pdf}</span>
      </Button>
      <Refusal error={pdf.error} codes={words.codes} />
    </>
  )
}
