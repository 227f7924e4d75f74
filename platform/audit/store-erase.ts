import { statement, type Transaction } from '../db/transaction.ts'

export interface DetailRow {
  readonly id: string
  readonly details: unknown
  readonly actorId: string | null
  readonly resourceId: string | null
}

const page = statement<DetailRow>(
  'audit.detail-page',
  `select d.audit_id as id, d.details, r.actor_id as "actorId", r.resource_id as "resourceId"
   from audit_detail d join audit_row r on r.workspace_id = d.workspace_id and r.id = d.audit_id
   where d.workspace_id = $1 and d.audit_id > $2 and d.erased_at is null order by d.audit_id limit $3`,
)
/** Details that are there, in the order of their rows' ids. */
export const detailPage = (tx: Transaction, after: string, limit: number) => page(tx, [tx.workspace, after, limit])

const erase = statement(
  'audit.erase-details',
  `update audit_detail set salt = null, details = null, erased_at = now()
   where workspace_id = $1 and audit_id = any($2) and erased_at is null`,
)
export const eraseDetailsOf = (tx: Transaction, ids: readonly string[]) => erase(tx, [tx.workspace, ids])
