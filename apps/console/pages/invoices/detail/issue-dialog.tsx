import { issueClientInvoice } from '../../../../../domains/billing/invoices/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'

export interface InvoiceDialogProps {
  readonly invoice: Invoice
  readonly onClose: () => void
}

/** The reads that a change of an invoice makes stale. */
export const IssueDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const { money } = useFormat()
  const issue = useOperation(issueClientInvoice, {
    then: ({ invoiceNumber }) => {
      onClose()
      toast(words.issued(invoiceNumber!))
    },
  })
  return (
    <Dialog
      title={words.issueTitle(invoice.buyerLegalName, money(invoice, invoice.totalMinor))}
      action={issue.isPending ? words.issuing : words.issue}
      keep={words.keepDraft}
      isBusy={issue.isPending}
      onAct={() => issue.mutate({ params: { id: invoice.id }, body: {} })}
      onClose={onClose}
    >
      <p>{words.issueText}</p>
      <Refusal error={issue.error} />
    </Dialog>
  )
}
