import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

const lock = statement<{ name: string }>(
  'db.lock-in-workspace',
  `select pg_advisory_xact_lock(hashtextextended(:name::text || :workspace::text, 0))`,
)
/**
 * Waits for transactions of the workspace that hold this name, and holds it until this transaction ends: for what no row
 * and no unique index can hold, such as the number of rows. Servers of two versions have to agree on a name.
 */
export const lockInWorkspace = async (tx: Transaction, name: string): Promise<void> => {
  await lock(tx, { name })
}
