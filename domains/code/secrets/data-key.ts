import type { DataKey, Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { insertDataKey, newestDataKey } from './store.ts'

/** The key that a project's secrets are sealed with now; made with the first of them. The caller holds the project's row. */
export const dataKeyOf = async (tx: Transaction, vault: Vault, projectId: string): Promise<DataKey> => {
  const stored = await newestDataKey(tx, projectId)
  const scope = { workspaceId: tx.workspace!, projectId, version: stored?.version ?? 1 }
  if (stored) return vault.openDataKey(scope, stored)
  const made = vault.createDataKey(scope)
  await insertDataKey(tx, projectId, scope.version, made.stored)
  return made.dataKey
}
