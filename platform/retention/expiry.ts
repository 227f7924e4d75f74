import type { Transaction } from '../db/transaction.ts'
import type { retention } from './kinds.ts'

/** Rows of a kind that expire. */
export interface Expiry {
  readonly kind: keyof typeof retention
  /** At most `limit` workspaces that hold such rows, asked among people; absent if the rows belong to no workspace. */
  readonly dueIn?: (tx: Transaction, limit: number) => Promise<readonly string[]>
  /** Removes at most `limit` rows, of the transaction's workspace if `dueIn` is set, and returns how many. */
  readonly remove: (tx: Transaction, limit: number) => Promise<number>
}
