import {
  getClientInvoiceTransmissions,
  handOverClientInvoice,
} from '../../../../../domains/billing/transmissions/contract.ts'
import { useLateReply, useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { toast } from '../../../parts/toast.ts'
import { useTransmissionWords } from '../../../words/transmissions/index.ts'
import type { InvoiceDialogProps } from './issue-dialog.tsx'

/** Says whether the client is in the network, and asks before an invoice is handed over. */
export const HandOverDialog = ({
  invoice,
  environment,
  onClose,
}: InvoiceDialogProps & { readonly environment: 'test' | 'live' }) => {
  const words = useTransmissionWords()
  const params = { id: invoice.id }
  const { data: looked } = useLateReply(getClientInvoiceTransmissions, { params, query: { reach: true } })
  const handing = useOperation(handOverClientInvoice, {
    then: () => {
      onClose()
      toast(words.wasHandedOver)
    },
  })
  return (
    <Dialog
      title={words.handOverTitle(invoice.invoiceNumber!)}
      action={handing.isPending ? words.handingOver : words.handOverButton}
      keep={words.notNow}
      isBusy={handing.isPending}
      onAct={() => handing.mutate({ params })}
      onClose={onClose}
    >
      <p>{words.handOverText[environment]}</p>
      <p role="status">{looked ? words.reaches[looked.reach ?? 'unknown'] : words.asking}</p>
      <Refusal error={handing.error} codes={words.codes} />
    </Dialog>
  )
}
