import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { getClientInvoicePdf } from '../../../../domains/billing/documents/contract.ts'
import { open } from '../../api/client.ts'
import { Refusal } from '../../parts/refusal.tsx'
import { save } from '../../parts/save-file.ts'
import { useLetterWords } from '../../words/invoice-letters/use-words.ts'
import type { Invoice } from './invoice-state.ts'

/** Saves an issued invoice as it is sent. */
export const DownloadPdf = ({ invoice: { id, invoiceNumber } }: { readonly invoice: Invoice }) => {
  const words = useLetterWords()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const bytes = await open(getClientInvoicePdf, { params: { id } })
      const file = await new Response(bytes, { headers: { 'content-type': 'application/pdf' } }).blob()
      save(file, `${invoiceNumber!}.pdf`)
    },
  })
  return (
    <>
      <button type="button" className="btn s" disabled={isPending} onClick={() => mutate()}>
        <Download className="i" aria-hidden="true" />
        {words.pdf}
      </button>
      <Refusal error={error} codes={words.codes} />
    </>
  )
}
