import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { erasureAction } from './row.ts'

export interface DetailRow {
  readonly id: string
  readonly details: unknown
  readonly actorId: string | null
  readonly resourceId: string | null
}

const page = statement<{ after: string; limit: number; kept: string }, DetailRow>(
  'audit.detail-page',
  `select id, details, actor_id as "actorId", resource_id as "resourceId" from audit_row
   where workspace_id = :workspace and id > :after and erased_at is null and action <> :kept order by id limit :limit`,
)
/** Details that are there and may go, in the order of their rows' ids. */
export const detailPage = (tx: Transaction, after: string, limit: number) =>
  page(tx, { after, limit, kept: erasureAction })

const erase = statement<{ ids: readonly string[] }, { position: number }>(
  'audit.erase-details',
  `update audit_row set salt = null, details = null, erased_at = now()
   where workspace_id = :workspace and id = any(:ids) and erased_at is null returning position`,
)
/** Gives the positions of the rows. */
export const eraseDetailsOf = async (tx: Transaction, ids: readonly string[]) =>
  (await erase(tx, { ids })).map(({ position }) => position)
