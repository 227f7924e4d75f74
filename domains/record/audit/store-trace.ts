import { validate } from 'uuid'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const started = statement<{ traceId: string; rows: number }, { subjectId: string | null; number: number }>(
  'audit.trace-started',
  `select resource_id as "subjectId", (details ->> 'runNumber')::int as number from audit_row
   where workspace_id = :workspace and trace_id = :traceId and jsonb_typeof(details -> 'runNumber') = 'number'
   order by position limit :rows`,
)
/** The runs that requests of the trace started, as their audit rows name them. */
export const startedInTrace = async (tx: Transaction, traceId: string, rows: number) =>
  (await started(tx, { traceId, rows })).flatMap(({ subjectId, number }) =>
    subjectId && validate(subjectId) ? [{ subjectId, number }] : [],
  )

interface TraceActorRow {
  readonly traceId: string
  readonly actorType: 'user' | 'api_key'
  readonly actorId: string
}
const beginners = statement<{ traceIds: readonly string[] }, TraceActorRow>(
  'audit.beginners',
  `select one.trace_id as "traceId", first.actor_type as "actorType", coalesce(first.actor_id, '') as "actorId"
   from unnest(:traceIds::text[]) one (trace_id)
   cross join lateral (
     select actor_type, actor_id from audit_row
     where workspace_id = :workspace and trace_id = one.trace_id and actor_type in ('user', 'api_key')
       and outcome = 'success' and actor_id is not null
     order by position limit 1) first`,
)
/** The beginner of each of these traces, as the audit log has it. */
export const beginnersOf = (tx: Transaction, traceIds: readonly string[]) => beginners(tx, { traceIds })
