import type { PaymentAccount } from '../../../execution/payments/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { connectionKeys } from '../../code/connections/index.ts'
import type { ConnectionRow } from './tables.ts'

const keys = connectionKeys('payment-provider', 'payment-webhook')
export { readSigned } from '../../code/connections/index.ts'
export const { openWebhookKeys, newKeys, changedKeys, webhookTokenOf } = keys

/** A connection's account; undefined if its key was deleted. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openAccount = async (
  tx: Transaction,
  vault: Vault,
  row: Pick<ConnectionRow, 'id' | 'apiKeyVersion' | 'apiKeyCiphertext' | 'merchantAccount' | 'livePrefix'>,
): Promise<PaymentAccount | undefined> => {
  const apiKey = await keys.openApiKey(tx, vault, row)
  const { merchantAccount, livePrefix } = row
  return apiKey === undefined ? undefined : { apiKey, merchantAccount, livePrefix }
}
