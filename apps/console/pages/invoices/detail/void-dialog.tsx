import { useState } from 'react'
import { voidClientInvoice } from '../../../../../domains/billing/invoices/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextArea } from '../../../parts/field.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { toast } from '../../../parts/toast.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { type InvoiceDialogProps } from './issue-dialog.tsx'

export const VoidDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const draft = useDraft(`invoice.void.${invoice.id}`, { reason: '' })
  const { reason } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const voiding = useOperation(voidClientInvoice, {
    then: () => {
      draft.clear()
      onClose()
      toast(words.voided)
    },
  })
  const act = () => {
    setChecked(true)
    if (reason.trim()) voiding.mutate({ params: { id: invoice.id }, body: { reason: reason.trim() } })
  }
  return (
    <Dialog
      title={words.voidTitle(invoice.invoiceNumber ?? '')}
      action={words.voidButton}
      keep={words.keep}
      isDangerous
      isBusy={voiding.isPending}
      error={voiding.error}
      onAct={act}
      onClose={onClose}
    >
      <p>{words.voidText}</p>
      <TextArea
        name="reason"
        label={words.reason}
        value={reason}
        maxLength={500}
        rows={2}
        wrong={isChecked && !reason.trim() ? words.reasonMissing : undefined}
        onChange={(event) => draft.set('reason', event.target.value)}
      />
      <Refusal error={voiding.error} />
    </Dialog>
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
