import { writeOffBillable } from '../../../../../domains/billing/billables/contract.ts'
import { useFormat } from '../../../format.ts'
import { toast } from '../../../parts/feedback/toast.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

export const WriteOffDialog = ({
  billable,
  onClose,
}: {
  readonly billable: Billable
  readonly onClose: () => void
}) => {
  const words = useInvoiceWords().billables
  const { money } = useFormat()
  const form = useForm(writeOffBillable, {
    name: `billable.write-off.${billable.id}`,
    input: { params: { id: billable.id } },
    saved: { reason: '' },
    missing: words.reasonMissing,
    then: () => {
      onClose()
      toast(words.writtenOff)
    },
  })
  return (
    <ReasonDialog
      title={words.writeOffTitle(money(billable, billable.amountMinor))}
      text={words.writeOffText}
      action={words.writeOffButton}
      words={words}
      form={form}
      onClose={onClose}
    />
  )
}
