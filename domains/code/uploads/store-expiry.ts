import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'

const ranOut = `status <> 'finalized' and expires_at < now() - make_interval(days => ${retention.unfinishedImports.days})
  and (claimed_until is null or claimed_until <= now()::timestamptz(3))`
const finalizedLately = `status = 'finalized' and finalized_at > now() - interval '2 days'`

/** How sessions of one table end by themselves. */
export const expiryOf = (table: 'project_import' | 'revision_upload') => {
  const due = statement<{ limit: number }, { workspaceId: string }>(
    `upload-session.due.${table}`,
    `select distinct workspace_id as "workspaceId" from (
       select workspace_id from ${table} where ${ranOut}
       union all select workspace_id from ${table} where ${finalizedLately}) due limit :limit`,
  )
  const expired = statement<NoValues, { id: string }>(
    `upload-session.expired.${table}`,
    `delete from ${table} where workspace_id = :workspace and ${ranOut} returning id`,
  )
  const spent = statement<NoValues, { id: string }>(
    `upload-session.spent.${table}`,
    `select id from ${table} where workspace_id = :workspace and ${finalizedLately}`,
  )
  return {
    /** Workspaces with sessions that ran out a day ago, or that were finalized lately. */
    dueIn: async (tx: Transaction, limit: number) => (await due(tx, { limit })).map(({ workspaceId }) => workspaceId),
    /**
     * Removes sessions that ran out a day ago. Their uploads can go, and so can those of sessions that were finalized
     * lately, which went at once unless the process died first.
     */
    removeExpired: async (tx: Transaction) => {
      const [gone, finalized] = await Promise.all([expired(tx), spent(tx)])
      return [...gone, ...finalized].map(({ id }) => id)
    },
  }
}
