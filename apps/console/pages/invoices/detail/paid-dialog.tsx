import { payClientInvoice } from '../../../../../domains/billing/invoices/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { toast } from '../../../parts/toast.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { type InvoiceDialogProps } from './issue-dialog.tsx'

const today = () => new Date().toISOString().slice(0, 10)
/** A day of payment; of today it is the present, which alone is not to come. */
const timeOf = (day: string) => (day === today() ? {} : { paidAt: `${day}T00:00:00.000Z` })

export const PaidDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const { fields, set, clear } = useDraft(`invoice.payment.${invoice.id}`, { day: today(), reference: '' })
  const { day, reference } = fields
  const name = invoice.invoiceNumber!
  const settle = useOperation(payClientInvoice, {
    then: () => {
      clear()
      onClose()
      toast(words.settled(name))
    },
  })
  const isWrong = day === '' || day > today()
  const paymentReference = reference.trim()
  const body = { ...timeOf(day), ...(paymentReference && { paymentReference }) }
  return (
    <Dialog
      title={words.paidTitle(name)}
      action={words.paid}
      keep={words.notYet}
      isBusy={settle.isPending}
      error={settle.error}
      onAct={() => isWrong || settle.mutate({ params: { id: invoice.id }, body })}
      onClose={onClose}
    >
      <p>{words.paidText}</p>
      <TextField
        name="paidAt"
        label={words.paidOn}
        type="date"
        value={day}
        max={today()}
        wrong={isWrong ? words.paidOnWrong : undefined}
        onChange={(event) => set('day', event.target.value)}
      />
      <TextField
        name="paymentReference"
        label={words.paymentReference}
        hint={words.paymentReferenceHint}
        maxLength={200}
        dir="auto"
        value={reference}
        onChange={(event) => set('reference', event.target.value)}
      />
      <Refusal error={settle.error} />
    </Dialog>
  )
}
