import { useState } from 'react'
import { writeOffBillable } from '../../../../../domains/billing/billables/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextArea } from '../../../parts/field.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { toast } from '../../../parts/toast.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'

export const WriteOffDialog = ({
  billable,
  onClose,
}: {
  readonly billable: Billable
  readonly onClose: () => void
}) => {
  const words = useInvoiceWords().billables
  const { money } = useFormat()
  const draft = useDraft(`billable.write-off.${billable.id}`, { reason: '' })
  const { reason } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const writeOff = useOperation(writeOffBillable, {
    then: () => {
      draft.clear()
      onClose()
      toast(words.writtenOff)
    },
  })
  const act = () => {
    setChecked(true)
    if (reason.trim()) writeOff.mutate({ params: { id: billable.id }, body: { reason: reason.trim() } })
  }
  return (
    <Dialog
      title={words.writeOffTitle(money(billable, billable.amountMinor))}
      action={words.writeOffButton}
      keep={words.keep}
      isDangerous
      isBusy={writeOff.isPending}
      error={writeOff.error}
      onAct={act}
      onClose={onClose}
    >
      <p>{words.writeOffText}</p>
      <TextArea
        name="reason"
        label={words.reason}
        value={reason}
        maxLength={500}
        rows={2}
        wrong={isChecked && !reason.trim() ? words.reasonMissing : undefined}
        onChange={(event) => draft.set('reason', event.target.value)}
      />
      <Refusal error={writeOff.error} />
    </Dialog>
  )
}
