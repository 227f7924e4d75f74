import type { Transaction } from '../../../platform/db/transaction.ts'
import { addAccountEvent, settleAccountEventsOf, type AccountEvent, type AccountEventParts } from './account-events.ts'

/** Inserts an account event with its effect, and settles it after the commit; if that fails, a sweep does. */
export const keepAccountEvent = async (
  tx: Transaction,
  event: AccountEvent,
  parts: AccountEventParts,
): Promise<void> => {
  const workspaces = await addAccountEvent(tx, event)
  tx.afterCommit(() => void settleAccountEventsOf(parts, workspaces, event.requestId).catch(() => undefined))
}
