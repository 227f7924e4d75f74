import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { removeLater, removeSoon } from '../../../platform/removals/index.ts'

/**
 * In the transaction after which a bundle is not needed any more. It stays for as long as a failover may bring its row
 * back; the embedded database has none, and the bundle goes within a minute.
 */
export const removeSpent = async (
  { mayFailOver }: Pick<Database, 'mayFailOver'>,
  tx: Transaction,
  bundleKey: string,
): Promise<void> => {
  await (mayFailOver ? removeLater : removeSoon)(tx, [bundleKey])
}
