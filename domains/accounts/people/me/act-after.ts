import type { Transaction } from '../../../../platform/db/transaction.ts'
import { addAct, settleActsOf, type Act, type ActParts } from './acts.ts'

/** Keeps an act with its effect, and settles it once that is committed; where this fails, a sweep does. */
export const actAfter = async (tx: Transaction, act: Act, parts: ActParts): Promise<void> => {
  const workspaces = await addAct(tx, act)
  tx.afterCommit(() => void settleActsOf(parts, workspaces, act.requestId).catch(() => undefined))
}
