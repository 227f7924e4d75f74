import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { addAct, settleActs, type Act } from './acts.ts'

export interface ActParts {
  readonly database: Database
  readonly log: { readonly error: (fields: object, text: string) => void }
}

/** Keeps an act with its effect, and settles it once that is committed; where this fails, a sweep does. */
export const actAfter = async (tx: Transaction, act: Act, { database, log }: ActParts): Promise<void> => {
  const workspaces = await addAct(tx, act)
  const settle = async () => {
    for (const workspace of workspaces) await settleActs(database, workspace)
  }
  tx.afterCommit(() => {
    settle().catch((error: unknown) => log.error({ err: error }, 'An act could not be recorded yet; a sweep does it'))
  })
}
