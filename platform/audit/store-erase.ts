import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

export interface DetailRow {
  readonly id: string
  readonly details: unknown
  readonly actorId: string | null
  readonly resourceId: string | null
}

const page = statement<{ after: string; limit: number }, DetailRow>(
  'audit.detail-page',
  `select id, details, actor_id as "actorId", resource_id as "resourceId" from audit_row
   where workspace_id = :workspace and id > :after and erased_at is null order by id limit :limit`,
)
/** Details that are there, in the order of their rows' ids. */
export const detailPage = (tx: Transaction, after: string, limit: number) => page(tx, { after, limit })

const erase = statement<{ ids: readonly string[] }>(
  'audit.erase-details',
  `update audit_row set salt = null, details = null, erased_at = now()
   where workspace_id = :workspace and id = any(:ids) and erased_at is null`,
)
export const eraseDetailsOf = (tx: Transaction, ids: readonly string[]) => erase(tx, { ids })
