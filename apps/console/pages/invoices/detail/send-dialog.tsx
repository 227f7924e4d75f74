import { useState } from 'react'
import { sendClientInvoice } from '../../../../../domains/billing/invoice-letters/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useLetterWords } from '../../../words/invoice-emails/index.ts'
import type { InvoiceDialogProps } from './issue-dialog.tsx'

export const SendDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useLetterWords()
  const [withEvidence, setWithEvidence] = useState(false)
  const sending = useOperation(sendClientInvoice, {
    then: () => {
      onClose()
      toast(words.wasWritten)
    },
  })
  return (
    <Dialog
      title={words.sendTitle(invoice.invoiceNumber!, invoice.buyerBillingEmail!)}
      action={sending.isPending ? words.sending : words.sendButton}
      keep={words.keep}
      isBusy={sending.isPending}
      onAct={() => sending.mutate({ params: { id: invoice.id }, body: { withEvidence } })}
      onClose={onClose}
    >
      <p>{words.sendText}</p>
      <label className="check">
        <input type="checkbox" checked={withEvidence} onChange={({ target }) => setWithEvidence(target.checked)} />
        {words.sendEvidence}
      </label>
      <Refusal error={sending.error} codes={words.codes} />
    </Dialog>
  )
}
