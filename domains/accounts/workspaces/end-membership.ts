import { revoke } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { removeMembership } from './store-members.ts'

/**
 * Takes a person's place in the workspace away, and all that hangs on it: keys, sessions, seats and grants go with the
 * row, so that what was shared with them as a client before does not come back to life.
 */
export const endMembership = async (tx: Transaction, userId: string): Promise<void> => {
  await removeMembership(tx, userId)
  revoke(tx, { userIds: [userId], workspaceId: tx.workspace! })
}
