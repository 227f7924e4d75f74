import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { removeLater, removeSoon } from '../../../platform/removals/index.ts'

/**
 * Marks a bundle for deletion in the transaction after which it is not needed any more. It stays for as long as a
 * failover may bring its row back; the embedded database has none, and the bundle is deleted within a minute.
 */
export const removeSpent = async (
  { mayFailOver }: Pick<Database, 'mayFailOver'>,
  tx: Transaction,
  bundleKey: string,
): Promise<void> => {
  await (mayFailOver ? removeLater : removeSoon)(tx, [bundleKey])
}
