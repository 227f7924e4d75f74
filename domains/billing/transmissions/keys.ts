import type { AccessPointAccount } from '../../../execution/access-points/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { connectionKeys } from '../../code/connections/index.ts'
import type { ConnectionRow } from './tables.ts'

export { readSigned } from '../../code/connections/index.ts'
const keys = connectionKeys('access-point', 'access-point-webhook')
export const { openWebhookKeys, newKeys, changedKeys, webhookTokenOf } = keys

/** A connection's account; undefined if its key was deleted. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openAccount = async (
  tx: Transaction,
  vault: Vault,
  row: ConnectionRow,
): Promise<AccessPointAccount | undefined> => {
  const apiKey = await keys.openApiKey(tx, vault, row)
  return apiKey === undefined ? undefined : { apiKey, environment: row.environment }
}
