import { isAgency, type Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findDeliverable } from './store.ts'

/** The deliverable as of this statement, if the caller may read it: it may be withdrawn since access was decided. */
export const findShown = async (tx: Transaction, cycleId: string, { role }: Pick<Caller, 'role'>) => {
  const row = await findDeliverable(tx, cycleId)
  return row && (isAgency(role) || row.publishedAt !== null) ? row : undefined
}
