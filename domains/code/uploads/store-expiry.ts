import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'

const ranOut = `status <> 'finalized' and expires_at < now() - make_interval(days => ${retention.unfinishedImports.days})
  and (claimed_until is null or claimed_until <= now()::timestamptz(3))`

/** How a table's sessions end automatically. */
export const expiryOf = (table: 'project_import' | 'revision_upload') => {
  const due = statement<{ limit: number }, { workspaceId: string }>(
    `upload-session.due.${table}`,
    `select distinct workspace_id as "workspaceId" from ${table} where ${ranOut} limit :limit`,
  )
  const expired = statement<NoValues, { id: string }>(
    `upload-session.expired.${table}`,
    `delete from ${table} where workspace_id = :workspace and ${ranOut} returning id`,
  )
  return {
    /** Workspaces with sessions that ran out a day ago. */
    dueIn: async (tx: Transaction, limit: number) => (await due(tx, { limit })).map(({ workspaceId }) => workspaceId),
    /** Removes sessions that ran out a day ago: their bundles can go. */
    removeExpired: async (tx: Transaction) => (await expired(tx)).map(({ id }) => id),
  }
}
