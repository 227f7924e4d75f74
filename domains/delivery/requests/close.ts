import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { withdrawLetters } from '../../accounts/letters/index.ts'
import { requestEvent } from './audit-subject.ts'
import { closeRequestRows } from './store.ts'

interface ClosedBy {
  /** The person who ended the run; absent if it ended automatically. */
  readonly userId?: string
  readonly decision: string
}

/**
 * Cancels the open requests of a run that ends. Call it before the run itself is touched: that is the order of locks.
 */
export const closeRequests = async (tx: Transaction, runId: string, now: Date, by: ClosedBy): Promise<void> => {
  const closed = await closeRequestRows(tx, runId, now, { decidedBy: by.userId ?? null, decision: by.decision })
  for (const row of closed) {
    await withdrawLetters(tx, row.id, now)
    record(tx, undefined, requestEvent('pending_request.cancelled', row))
  }
}
