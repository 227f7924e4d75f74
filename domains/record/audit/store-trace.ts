import { validate } from 'uuid'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const eventsMost = 200
const runsMost = 20
const logsMost = 100

export interface TraceEvent {
  readonly id: string
  readonly eventType: string
  readonly entityType: string
  readonly entityId: string
  readonly payload: Record<string, unknown>
  readonly occurredAt: Date
}
const events = statement<{ traceId: string; rows: number }, TraceEvent>(
  'audit.trace-events',
  `select id, name as "eventType", entity_type as "entityType", entity_id as "entityId", payload,
     occurred_at as "occurredAt"
   from activity_event where workspace_id = :workspace and trace_id = :traceId order by position limit :rows`,
)
export const eventsOfTrace = (tx: Transaction, traceId: string) => events(tx, { traceId, rows: eventsMost })

const started = statement<{ traceId: string; rows: number }, { subjectId: string | null; number: number }>(
  'audit.trace-started',
  `select resource_id as "subjectId", (details ->> 'runNumber')::int as number from audit_row
   where workspace_id = :workspace and trace_id = :traceId and jsonb_typeof(details -> 'runNumber') = 'number'
   order by position limit :rows`,
)

export interface TraceRun {
  readonly id: string
  readonly kind: string
  readonly subjectId: string
  readonly number: number
  readonly status: 'active' | 'cancelling' | 'finished' | 'failed' | 'cancelled'
  readonly startedAt: Date
  readonly endedAt: Date | null
}
const runs = statement<{ acting: string | null; subjects: string[]; numbers: number[]; rows: number }, TraceRun>(
  'audit.trace-runs',
  `select id, kind, subject_id as "subjectId", number, status, created_at as "startedAt", ended_at as "endedAt"
   from run where workspace_id = :workspace and (id = :acting or (subject_id, number) in
     (select * from unnest(:subjects::uuid[], :numbers::int[])))
   order by created_at, id limit :rows`,
)
/** Runs that requests of the trace started, as their audit rows name them, and the run that acted itself. */
export const runsOfTrace = async (tx: Transaction, traceId: string | null, actingRun: string | null) => {
  const named = traceId === null ? [] : await started(tx, { traceId, rows: runsMost })
  const good = named.flatMap(({ subjectId, number }) =>
    subjectId && validate(subjectId) ? [{ subjectId, number }] : [],
  )
  const acting = actingRun !== null && validate(actingRun) ? actingRun : null
  if (good.length === 0 && acting === null) return []
  const [subjects, numbers] = [good.map(({ subjectId }) => subjectId), good.map(({ number }) => number)]
  return runs(tx, { acting, subjects, numbers, rows: runsMost })
}

export interface TraceLog {
  readonly source: 'step' | 'check'
  readonly runId: string
  readonly taskId: string | null
  readonly name: string
  readonly at: Date
  readonly text: string
}
const logs = statement<{ runId: string[]; cycleId: string[]; rows: number }, TraceLog>(
  'audit.trace-logs',
  `select 'step' as source, s.run_id as "runId", null::uuid as "taskId", s.name, coalesce(s.ended_at, s.queued_at) as at,
     coalesce(s.error ->> 'message', s.error::text) as text
   from run_step s where s.workspace_id = :workspace and s.run_id = any(:runId) and s.error is not null
   union all
   select 'check', c.run_id, c.task_id, c.phase || ' ' || c.name, c.created_at, c.log
   from task t join task_check c on c.task_id = t.id
   where t.workspace_id = :workspace and t.cycle_id = any(:cycleId) and c.run_id = any(:runId)
   order by at, name limit :rows`,
)
/** What steps of these runs failed with, and what their checks printed, oldest first. */
export const logsOfRuns = async (tx: Transaction, found: readonly TraceRun[]) =>
  found.length === 0
    ? []
    : logs(tx, { runId: found.map(({ id }) => id), cycleId: found.map(({ subjectId }) => subjectId), rows: logsMost })
