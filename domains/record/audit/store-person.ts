import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

type Row = Readonly<Record<string, unknown>>
type PersonRow = Row & { readonly at: Date; readonly position: number }

const rowsOf = statement<{ actorId: string; at: Date | string; position: number; limit: number }, PersonRow>(
  'audit.acts-of',
  `select id, position, occurred_at as at, action, resource_type as "resourceType", resource_id as "resourceId", outcome,
     source, request_id as "requestId" from audit_row
   where workspace_id = :workspace and actor_id = :actorId and (occurred_at, position) < (:at, :position)
   order by occurred_at desc, position desc limit :limit`,
)
/** The actions of an actor, newest first, after `last`. Details are left out: they name others. */
export const auditRowsOf = (tx: Transaction, actorId: string, last: Row | undefined, limit: number) => {
  const { at = 'infinity', position = Number.MAX_SAFE_INTEGER } = (last ?? {}) as Partial<PersonRow>
  return rowsOf(tx, { actorId, at, position, limit })
}
