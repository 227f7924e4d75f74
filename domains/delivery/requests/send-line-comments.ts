import type { Transaction } from '../../../platform/db/transaction.ts'
import { sendDrafts } from '../line-comments/index.ts'
import type { RequestRow } from './tables.ts'

/** Sends the line drafts of the person who sends a change back with the decision; gives the number of comments. */
export const sendLineComments = async (tx: Transaction, row: RequestRow, now: Date): Promise<number> => {
  const { id: requestId, requestType, status, feedback, taskId, decidedBy } = row
  const isSentBack = requestType === 'approval' && status === 'denied' && feedback !== null
  if (!isSentBack || taskId === null || decidedBy === null) return 0
  return sendDrafts(tx, { taskId, userId: decidedBy, requestId, now })
}
