import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** Reads at most `limit` workspaces with rows of `rows`, a table and a condition in SQL, in an identity transaction. */
export const workspacesDue = (
  name: string,
  rows: string,
): ((tx: Transaction, limit: number) => Promise<readonly string[]>) => {
  const due = statement<{ limit: number }, { workspaceId: string }>(
    `${name}.workspaces-due`,
    `select distinct workspace_id as "workspaceId" from ${rows} limit :limit`,
  )
  return async (tx, limit) => (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)
}
