import { disconnectPaymentProvider } from '../../../../../domains/billing/payments/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'
import type { ConnectedState } from './connected-state.ts'

interface DisconnectDialogProps {
  readonly provider: ConnectedState['provider']
  readonly onClose: () => void
}

/** Asks before clients can pay online no more. */
export const DisconnectDialog = ({ provider, onClose }: DisconnectDialogProps) => {
  const { payments: words } = useMoneyWords()
  const disconnect = useOperation(disconnectPaymentProvider, { then: onClose })
  return (
    <Confirm
      title={words.disconnectTitle(words.names[provider])}
      verb={words.disconnect}
      keep={words.keep}
      onClose={onClose}
      isBusy={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => disconnect.mutate({})}
    >
      <p>{words.disconnectText}</p>
    </Confirm>
  )
}
