import type { Transaction } from '../../../platform/db/transaction.ts'
import { closeRequests } from '../requests/index.ts'
import { ownRunsOf } from '../tasks/index.ts'

type ClosedBy = Parameters<typeof closeRequests>[3]

/** Cancels the open requests of a cycle's run, and of the runs of its tasks. Call it before any of them is touched. */
export const closeRequestsOfRun = async (tx: Transaction, runId: string, now: Date, by: ClosedBy): Promise<void> => {
  for (const id of [runId, ...(await ownRunsOf(tx, runId))]) await closeRequests(tx, id, now, by)
}
