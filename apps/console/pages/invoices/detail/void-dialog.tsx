import { voidClientInvoice } from '../../../../../domains/billing/invoices/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { toast } from '../../../parts/toast.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { type InvoiceDialogProps } from './issue-dialog.tsx'

export const VoidDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const draft = useDraft(`invoice.void.${invoice.id}`, { reason: '' })
  const voiding = useOperation(voidClientInvoice, {
    then: () => {
      draft.clear()
      onClose()
      toast(words.voided)
    },
  })
  return (
    <ReasonDialog
      title={words.voidTitle(invoice.invoiceNumber ?? '')}
      text={words.voidText}
      action={words.voidButton}
      words={words}
      draft={draft}
      isBusy={voiding.isPending}
      error={voiding.error}
      onAct={(reason) => voiding.mutate({ params: { id: invoice.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

/** A draft that no client saw goes without a reason of its own. */
export const DiscardDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const discarding = useOperation(voidClientInvoice, {
    then: () => {
      onClose()
      toast(words.discarded)
    },
  })
  return (
    <Dialog
      title={words.discardTitle}
      action={words.discardButton}
      keep={words.keepDraft}
      isDangerous
      isBusy={discarding.isPending}
      onAct={() => discarding.mutate({ params: { id: invoice.id }, body: { reason: words.discarded } })}
      onClose={onClose}
    >
      <p>{words.discardText}</p>
      <Refusal error={discarding.error} />
    </Dialog>
  )
}
