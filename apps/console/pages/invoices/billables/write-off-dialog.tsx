import { writeOffBillable } from '../../../../../domains/billing/billables/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { toast } from '../../../parts/toast.ts'
import { useDraft } from '../../../parts/use-draft.ts'
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
  const draft = useDraft(`billable.write-off.${billable.id}`, { reason: '' })
  const writeOff = useOperation(writeOffBillable, {
    then: () => {
      draft.clear()
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
      draft={draft}
      isBusy={writeOff.isPending}
      error={writeOff.error}
      onAct={(reason) => writeOff.mutate({ params: { id: billable.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}
