import {
  json,
  matchStatement,
  oneRowStatement,
  rowStatement,
  statement,
  type Json,
  type NoValues,
} from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Trace } from '../telemetry/index.ts'
import type { Failure, Run, StepError } from './step.ts'
import {
  run,
  runParked,
  runStep,
  stepCancel,
  type ParkedRow,
  type RunRow,
  type RunStatus,
  type StepRow,
  type StepStatus,
} from './tables.ts'

export type { RunRow, StepRow } from './tables.ts'

const { columns: runColumns } = run
const { columns: stepColumns } = runStep

export const lockSubject = statement<{ subjectId: string }>(
  'jobs.lock-subject',
  `select pg_advisory_xact_lock(hashtextextended('run ' || :subjectId, 0))`,
)

export const newestRun = rowStatement<{ subjectId: string; workspaceId: string }, RunRow>(
  'jobs.newest-runs',
  `select ${runColumns} from run where subject_id = :subjectId and workspace_id = :workspaceId order by number desc limit 1`,
)

export const findRunByNumber = rowStatement<{ subjectId: string; workspaceId: string; number: number }, RunRow>(
  'jobs.run-by-number',
  `select ${runColumns} from run where subject_id = :subjectId and workspace_id = :workspaceId and number = :number`,
)

export const findRun = rowStatement<{ id: string }, RunRow>('jobs.run', `select ${runColumns} from run where id = :id`)

const ended = statement<{ ids: readonly string[] }, { id: string }>(
  'jobs.ended',
  'select id from run where id = any(:ids) and ended_at is not null',
)
export const endedRuns = async (tx: Transaction, ids: readonly string[]) =>
  (await ended(tx, { ids })).map(({ id }) => id)

export const lockRun = rowStatement<{ id: string }, RunRow>(
  'jobs.lock-run',
  `select ${runColumns} from run where id = :id for no key update`,
)

const insert = statement<Run & { trace: Json | null }>(
  'jobs.insert-run',
  insertInto(run, ['workspaceId', 'id', 'kind', 'subjectId', 'number', 'createdAt', 'parentId', 'trace']),
)
export const insertRun = (tx: Transaction, run: Run, trace: Trace | undefined) =>
  insert(tx, { ...run, trace: json(trace) })

export const moveToCancelling = rowStatement<{ id: string }, RunRow>(
  'jobs.begin-cancel',
  `update run set status = 'cancelling', cancelled_at = now() where id = :id and status = 'active' returning ${runColumns}`,
)

const end = statement<{ id: string; status: string; result: Json | null; failure: Json | null }>(
  'jobs.end-run',
  `update run set status = :status, result = :result, failure = :failure, ended_at = now()
   where id = :id and status in ('active', 'cancelling')`,
)
export const moveToEnd = (
  tx: Transaction,
  id: string,
  { status, result, failure }: { status: RunStatus; result?: object | null; failure?: Failure },
) => end(tx, { id, status, result: json(result), failure: json(failure) })

interface NewStep {
  readonly seq: number
  readonly name: string
  readonly payloadVersion: number
  readonly payload: Json
  readonly jobId: string | null
}
const addStep = statement<NewStep & { workspaceId: string; runId: string; status: StepStatus }>(
  'jobs.insert-step',
  insertInto(runStep, ['workspaceId', 'runId', 'seq', 'name', 'status', 'payloadVersion', 'payload', 'jobId'], {
    queuedAt: 'now()',
  }),
)
/** Inserts a queued step, or a parked step if it has no job. */
export const insertStep = (tx: Transaction, { workspaceId, id: runId }: Run, row: NewStep) =>
  addStep(tx, { ...row, workspaceId, runId, status: row.jobId ? 'queued' : 'parked' })

export const lockLiveStep = rowStatement<{ runId: string }, StepRow>(
  'jobs.live-step',
  `select ${stepColumns} from run_step where run_id = :runId and status in ('queued', 'running', 'parked') for no key update`,
)

export const startStep = rowStatement<{ runId: string; seq: number; worker: string }, StepRow>(
  'jobs.start-step',
  `update run_step set status = 'running', attempt = attempt + 1, worker = :worker, started_at = now()
   where run_id = :runId and seq = :seq and status = 'queued' returning ${stepColumns}`,
)

/** A step that the caller has locked is still running, and its process has lost it: it is queued again, one loss later. */
export const countLoss = oneRowStatement<{ runId: string; seq: number }, { losses: number }>(
  'jobs.count-loss',
  `update run_step set status = 'queued', losses = losses + 1 where run_id = :runId and seq = :seq and status = 'running'
   returning losses`,
)

export interface Attempt {
  readonly runId: string
  readonly seq: number
  readonly attempt: number
}

/** Share-locks the step until the transaction ends; false if this attempt no longer holds it. */
export const holdStep = matchStatement<Attempt>(
  'jobs.hold-step',
  `select 1 from run_step s join run r on r.workspace_id = s.workspace_id and r.id = s.run_id
   where s.run_id = :runId and s.seq = :seq and s.attempt = :attempt and s.status = 'running' and r.status in ('active', 'cancelling')
   for share of s`,
)

/**
 * A fragment for statements of other tables: whether an attempt at a step of a run has neither ended nor been taken
 * over. All are SQL of the outer statement. A dead process holds its step until another process takes the step over.
 */
export const isAttemptRunning = (of: Readonly<Record<'workspaceId' | 'runId' | 'seq' | 'attempt', string>>): string =>
  `exists (select from run_step s join run r on r.workspace_id = s.workspace_id and r.id = s.run_id
     where s.workspace_id = ${of.workspaceId} and s.run_id = ${of.runId} and s.seq = ${of.seq}
       and s.attempt = ${of.attempt} and s.status = 'running' and r.ended_at is null)`

const endRunning = matchStatement<
  Attempt & { status: StepStatus; result: Json | null; error: Json | null },
  { seq: number }
>(
  'jobs.end-step',
  `update run_step set status = :status, result = :result, error = coalesce(:error, error), job_id = null, ended_at = now()
   where run_id = :runId and seq = :seq and attempt = :attempt and status = 'running' returning seq`,
)
export const endStep = (
  tx: Transaction,
  at: Attempt,
  { status, result, error }: { status: 'done' | 'failed'; result?: object; error?: StepError },
) => endRunning(tx, { ...at, status, result: json(result), error: json(error) })

export const cancelStep = statement<{ runId: string; seq: number }>(
  'jobs.cancel-step',
  `update run_step set status = 'cancelled', job_id = null, ended_at = now()
   where run_id = :runId and seq = :seq and status in ('queued', 'running', 'parked')`,
)

const requeue = matchStatement<Attempt & { error: Json }, { seq: number }>(
  'jobs.requeue-step',
  `update run_step set status = 'queued', errors = errors + 1, error = :error, queued_at = now()
   where run_id = :runId and seq = :seq and attempt = :attempt and status = 'running' returning seq`,
)
/** Queues a step again after an error; its job stays. */
export const requeueStep = (tx: Transaction, at: Attempt, error: StepError) =>
  requeue(tx, { ...at, error: json(error) })

const requeueWithoutCount = matchStatement<Attempt & { error: Json }, { seq: number }>(
  'jobs.requeue-uncounted',
  `update run_step set status = 'queued', error = :error, queued_at = now()
   where run_id = :runId and seq = :seq and attempt = :attempt and status = 'running' returning seq`,
)
/** Queues a step again that met an outage; it counts no error, and its job stays. */
export const requeueUncounted = (tx: Transaction, at: Attempt, error: StepError) =>
  requeueWithoutCount(tx, { ...at, error: json(error) })

/** Puts a running step back in the queue without counting a loss. */
export const returnRunningStep = statement<Attempt, { seq: number }>(
  'jobs.return-step',
  `update run_step set status = 'queued'
   where run_id = :runId and seq = :seq and attempt = :attempt and status = 'running' returning seq`,
)

export const parkLiveStep = statement<{ runId: string; seq: number }>(
  'jobs.park-step',
  `update run_step set status = 'parked', job_id = null where run_id = :runId and seq = :seq and status = 'queued'`,
)

type NewParked = Pick<ParkedRow, 'seq' | 'kind'> & { readonly labels: readonly string[] }
const addParked = statement<NewParked & { workspaceId: string; runId: string; details: Json }>(
  'jobs.insert-parked',
  insertInto(runParked, ['workspaceId', 'runId', 'seq', 'kind', 'labels', 'details'], { since: 'now()' }),
)
export const insertParked = (
  tx: Transaction,
  { workspaceId, id: runId }: Run,
  { seq, kind, labels, details }: NewParked & { readonly details: object },
) => addParked(tx, { workspaceId, runId, seq, kind, labels, details: json(details) })

/** Deletes the parked row if it has the label, or any label if `label` is undefined. */
export const removeParked = rowStatement<{ runId: string; label: string | null }, ParkedRow>(
  'jobs.unpark',
  `delete from run_parked where run_id = :runId and (:label::text is null or :label = any(labels))
   returning seq, kind, labels, details, since`,
)

export const queueParkedStep = statement<{ runId: string; seq: number; jobId: string; payload: Json }>(
  'jobs.queue-parked-step',
  `update run_step set status = 'queued', job_id = :jobId, payload = payload || :payload, queued_at = now()
   where run_id = :runId and seq = :seq and status = 'parked'`,
)

export const newestSteps = statement<{ runId: string; limit: number }, StepRow>(
  'jobs.steps',
  `select ${stepColumns} from run_step where run_id = :runId order by seq desc limit :limit`,
)

export const insertStepCancel = statement<{ jobId: string }>(
  'jobs.ask-cancel',
  insertInto(stepCancel, ['jobId'], { cancelledAt: 'now()' }, 'on conflict do nothing'),
)

/** The channel that working processes listen on for cancelled runs. */
export const cancelChannel = 'atelier_cancel'
/** A hint, with the commit: the row is the truth. */
export const notifyCancel = statement('jobs.notify-cancel', `select pg_notify('${cancelChannel}', '')`)

const asked = statement<{ jobIds: readonly string[] }, { jobId: string }>(
  'jobs.asked-cancels',
  `select job_id as "jobId" from step_cancel where job_id = any(:jobIds)`,
)
export const cancelledAmong = async (tx: Transaction, jobIds: readonly string[]) =>
  new Set((await asked(tx, { jobIds })).map(({ jobId }) => jobId))

export const removeStepCancel = statement<{ jobId: string }>(
  'jobs.forget-cancel',
  `delete from step_cancel where job_id = :jobId`,
)

const postpone = statement<{ runId: string; seq: number; error: Json }>(
  'jobs.postpone-step',
  `update run_step set status = 'queued', error = :error, queued_at = now()
   where run_id = :runId and seq = :seq and status = 'queued'`,
)
/** Queues a step again that was not begun, with the reason; its job stays. */
export const postponeStep = (tx: Transaction, runId: string, seq: number, error: StepError) =>
  postpone(tx, { runId, seq, error: json(error) })

/** A run that has a sandbox, or waits in line for one. */
export interface SlotUse {
  readonly runId: string
  readonly workspaceId: string
  /** Null in line. */
  readonly machineId: string | null
  /** Whether it has, or will have, the machine's exclusive turn. */
  readonly alone: boolean
  /** The step whose job is in the queue, and the lease of the process that holds it. */
  readonly seq: number | null
  readonly leaseId: string | null
}

const usesMost = 2_000

/** The runs of all workspaces that have a sandbox or wait in line for one. */
export const slotUse = statement<NoValues, SlotUse>(
  'jobs.slot-use',
  `select s.run_id as "runId", s.workspace_id as "workspaceId", s.machine_id as "machineId", s.alone, j.seq,
     case when j.available_at > now() then j.lease_id end as "leaseId"
   from sandbox_slot s left join queue.job j on j.run_id = s.run_id where s.kind = 'run'
   union all select run_id, workspace_id, null, false, null, null from sandbox_wait
   order by 1, 5 limit ${usesMost}`,
)
