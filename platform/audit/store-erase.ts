import { statement, type Transaction } from '../db/transaction.ts'

export interface DetailRow {
  readonly id: string
  readonly details: unknown
  readonly actorId: string | null
  readonly resourceId: string | null
}

const page = statement<DetailRow>(
  'audit.detail-page',
  `select id, details, actor_id as "actorId", resource_id as "resourceId" from audit_row
   where workspace_id = $1 and id > $2 and erased_at is null order by id limit $3`,
)
/** Details that are there, in the order of their rows' ids. */
export const detailPage = (tx: Transaction, after: string, limit: number) => page(tx, [tx.workspace, after, limit])

const erase = statement(
  'audit.erase-details',
  `update audit_row set salt = null, details = null, erased_at = now()
   where workspace_id = $1 and id = any($2) and erased_at is null`,
)
export const eraseDetailsOf = (tx: Transaction, ids: readonly string[]) => erase(tx, [tx.workspace, ids])
