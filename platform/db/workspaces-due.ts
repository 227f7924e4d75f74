import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/**
 * A statement that reads at most `limit` workspaces with rows of `rows`, the table and condition in SQL. It runs in an
 * identity transaction.
 */
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
