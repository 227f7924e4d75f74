import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Run } from './step.ts'

/** A run as a trace shows it. */
export interface TraceRun extends Pick<Run, 'id' | 'kind' | 'subjectId' | 'number'> {
  readonly status: 'active' | 'cancelling' | 'finished' | 'failed' | 'cancelled'
  readonly startedAt: Date
  readonly endedAt: Date | null
}
const runs = statement<{ id: string | null; subjects: string[]; numbers: number[]; rows: number }, TraceRun>(
  'jobs.named-runs',
  `select id, kind, subject_id as "subjectId", number, status, created_at as "startedAt", ended_at as "endedAt"
   from run where workspace_id = :workspace and (id = :id or (subject_id, number) in
     (select * from unnest(:subjects::uuid[], :numbers::int[])))
   order by created_at, id limit :rows`,
)
/** The run of that id, and the runs of those subjects with those numbers, oldest first; at most `rows`. */
export const namedRuns = (
  tx: Transaction,
  id: string | null,
  named: readonly Pick<Run, 'subjectId' | 'number'>[],
  rows: number,
) =>
  runs(tx, { id, rows, subjects: named.map(({ subjectId }) => subjectId), numbers: named.map(({ number }) => number) })

interface StepFailure {
  readonly runId: string
  readonly name: string
  readonly at: Date
  readonly text: string
}
/** Failures of these runs' steps, oldest first; at most `rows`. */
export const stepFailures = statement<{ runIds: readonly string[]; rows: number }, StepFailure>(
  'jobs.step-failures',
  `select run_id as "runId", name, coalesce(ended_at, queued_at) as at, coalesce(error ->> 'message', error::text) as text
   from run_step where workspace_id = :workspace and run_id = any(:runIds) and error is not null
   order by at, name limit :rows`,
)
