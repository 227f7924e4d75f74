import { voidClientInvoice } from '../../../../../domains/billing/invoices/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { type InvoiceDialogProps } from './issue-dialog.tsx'

export const VoidDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const form = useForm(voidClientInvoice, {
    name: `invoice.void.${invoice.id}`,
    input: { params: { id: invoice.id } },
    saved: { reason: '' },
    missing: words.reasonMissing,
    then: () => {
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
      form={form}
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
