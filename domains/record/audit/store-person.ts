import { statement, type Transaction } from '../../../platform/db/transaction.ts'

type ActRow = Readonly<Record<string, unknown>>

const acts = statement<ActRow>(
  'audit.acts-of',
  `select id, position, occurred_at as at, action, resource_type as "resourceType", resource_id as "resourceId", outcome,
     source, request_id as "requestId" from audit_row
   where workspace_id = $1 and actor_id = $2 and (occurred_at, position) < ($3, $4)
   order by occurred_at desc, position desc limit $5`,
)
/** What one actor did, newest first, after `last`. Details are left out: they name others. */
export const actsOf = (tx: Transaction, actorId: string, last: ActRow | undefined, limit: number) =>
  acts(tx, [tx.workspace, actorId, last?.at ?? 'infinity', last?.position ?? Number.MAX_SAFE_INTEGER, limit])
