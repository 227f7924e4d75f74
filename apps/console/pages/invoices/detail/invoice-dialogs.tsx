import { useState } from 'react'
import { sendClientInvoice } from '../../../../../domains/billing/invoice-letters/contract.ts'
import { issueClientInvoice, voidClientInvoice } from '../../../../../domains/billing/invoices/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useLetterWords } from '../../../words/invoice-emails/index.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

export interface InvoiceDialogProps {
  readonly invoice: Invoice
  readonly onClose: () => void
}

/** Closes a dialog after its change, which a toast confirms. */
const closeWith = (onClose: () => void, confirmation: string) => () => {
  onClose()
  toast(confirmation)
}

/** Asks before a draft is issued. */
export const IssueDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const { money } = useFormat()
  const issue = useOperation(issueClientInvoice, {
    then: ({ invoiceNumber }) => closeWith(onClose, words.issued(invoiceNumber!))(),
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

/** Asks before an invoice is sent to its client by email, with its evidence on request. */
export const SendDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useLetterWords()
  const [withEvidence, setWithEvidence] = useState(false)
  const send = useOperation(sendClientInvoice, { then: closeWith(onClose, words.wasWritten) })
  return (
    <Dialog
      title={words.sendTitle(invoice.invoiceNumber!, invoice.buyerBillingEmail!)}
      action={send.isPending ? words.sending : words.sendButton}
      keep={words.keep}
      isBusy={send.isPending}
      onAct={() => send.mutate({ params: { id: invoice.id }, body: { withEvidence } })}
      onClose={onClose}
    >
      <p>{words.sendText}</p>
      <label className="check">
        <input type="checkbox" checked={withEvidence} onChange={({ target }) => setWithEvidence(target.checked)} />
        {words.sendEvidence}
      </label>
      <Refusal error={send.error} codes={words.codes} />
    </Dialog>
  )
}

/** Asks for the reason before an issued invoice becomes void. */
export const VoidDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const form = useForm(voidClientInvoice, {
    name: `invoice.void.${invoice.id}`,
    input: { params: { id: invoice.id } },
    saved: { reason: '' },
    missing: words.reasonMissing,
    then: closeWith(onClose, words.voided),
  })
  return (
    <ReasonDialog
      title={words.voidTitle(invoice.invoiceNumber ?? '')}
      text={words.voidText}
      action={words.voidButton}
      words={words}
      form={form}
      onClose={onClose}
    />
  )
}

/** Asks before a draft is discarded, without a reason, since no client saw it. */
export const DiscardDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const discard = useOperation(voidClientInvoice, { then: closeWith(onClose, words.discarded) })
  return (
    <Dialog
      title={words.discardTitle}
      action={words.discardButton}
      keep={words.keepDraft}
      isDangerous
      isBusy={discard.isPending}
      onAct={() => discard.mutate({ params: { id: invoice.id }, body: { reason: words.discarded } })}
      onClose={onClose}
    >
      <p>{words.discardText}</p>
      <Refusal error={discard.error} />
    </Dialog>
  )
}
