import { statement, type Transaction } from '../db/transaction.ts'
import type { Trace } from '../telemetry/index.ts'
import { encodeNote } from './payload.ts'
import type { Failure, Run, StepError } from './step.ts'

export type RunStatus = 'active' | 'cancelling' | 'finished' | 'failed' | 'cancelled'
export type StepStatus = 'queued' | 'running' | 'parked' | 'done' | 'failed' | 'cancelled'

export interface RunRow extends Run {
  readonly status: RunStatus
  readonly result: object | null
  readonly failure: Failure | null
  readonly cancelledAt: Date | null
  readonly endedAt: Date | null
  /** Of whoever started it. */
  readonly trace: Trace | null
}

export interface StepRow {
  readonly seq: number
  readonly name: string
  readonly status: StepStatus
  readonly payloadVersion: number
  readonly payload: Record<string, unknown>
  readonly attempt: number
  readonly errors: number
  readonly losses: number
  readonly jobId: string | null
  readonly worker: string | null
  readonly result: object | null
  readonly error: StepError | null
  readonly queuedAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

export interface ParkedRow {
  readonly seq: number
  readonly kind: 'sandbox' | 'person' | 'retry'
  readonly labels: string[]
  readonly details: object
  readonly since: Date
}

const runColumns = `id, workspace_id as "workspaceId", kind, subject_id as "subjectId", number, status, result, failure,
  created_at as "createdAt", cancelled_at as "cancelledAt", ended_at as "endedAt", trace`

const stepColumns = `seq, name, status, payload_version as "payloadVersion", payload, attempt, errors, losses,
  job_id as "jobId", worker, result, error, queued_at as "queuedAt", started_at as "startedAt", ended_at as "endedAt"`

const lockSubjectRuns = statement(
  'jobs.lock-subject',
  `select pg_advisory_xact_lock(hashtextextended('run ' || $1, 0))`,
)
export const lockSubject = (tx: Transaction, subjectId: string) => lockSubjectRuns(tx, [subjectId])

const newest = statement<RunRow>(
  'jobs.newest-runs',
  `select ${runColumns} from run where subject_id = $1 and workspace_id = $2 order by number desc limit 1`,
)
export const newestRun = async (tx: Transaction, run: Pick<Run, 'subjectId' | 'workspaceId'>) =>
  (await newest(tx, [run.subjectId, run.workspaceId])).at(0)

const byNumber = statement<RunRow>(
  'jobs.run-by-number',
  `select ${runColumns} from run where subject_id = $1 and workspace_id = $2 and number = $3`,
)
export const findRunByNumber = async (tx: Transaction, run: Pick<Run, 'subjectId' | 'workspaceId' | 'number'>) =>
  (await byNumber(tx, [run.subjectId, run.workspaceId, run.number])).at(0)

const find = statement<RunRow>('jobs.run', `select ${runColumns} from run where id = $1`)
export const findRun = async (tx: Transaction, id: string) => (await find(tx, [id])).at(0)

const ended = statement<{ id: string }>('jobs.ended', 'select id from run where id = any($1) and ended_at is not null')
export const endedRuns = async (tx: Transaction, ids: readonly string[]) => (await ended(tx, [ids])).map(({ id }) => id)

const lock = statement<RunRow>('jobs.lock-run', `select ${runColumns} from run where id = $1 for no key update`)
export const lockRun = async (tx: Transaction, id: string) => (await lock(tx, [id])).at(0)

const insert = statement(
  'jobs.insert-run',
  `insert into run (workspace_id, id, kind, subject_id, number, created_at, trace)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)
export const insertRun = (tx: Transaction, run: Run, trace: Trace | undefined) =>
  insert(tx, [run.workspaceId, run.id, run.kind, run.subjectId, run.number, run.createdAt, trace ?? null])

const beginCancel = statement<RunRow>(
  'jobs.begin-cancel',
  `update run set status = 'cancelling', cancelled_at = now() where id = $1 and status = 'active' returning ${runColumns}`,
)
export const moveToCancelling = async (tx: Transaction, id: string) => (await beginCancel(tx, [id])).at(0)

const end = statement<{ id: string }>(
  'jobs.end-run',
  `update run set status = $2, result = $3, failure = $4, ended_at = now()
   where id = $1 and status in ('active', 'cancelling') returning id`,
)
export const moveToEnd = async (
  tx: Transaction,
  id: string,
  to: { status: 'finished' | 'failed' | 'cancelled'; result?: object | null; failure?: Failure },
) => (await end(tx, [id, to.status, encodeNote(to.result ?? null), encodeNote(to.failure ?? null)])).length === 1

const addStep = statement(
  'jobs.insert-step',
  `insert into run_step (workspace_id, run_id, seq, name, status, payload_version, payload, job_id, queued_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
)
export const insertStep = (
  tx: Transaction,
  run: Run,
  row: { seq: number; name: string; payloadVersion: number; payload: string; jobId: string | null },
) =>
  addStep(tx, [
    run.workspaceId,
    run.id,
    row.seq,
    row.name,
    row.jobId ? 'queued' : 'parked',
    row.payloadVersion,
    row.payload,
    row.jobId,
  ])

const alive = statement<StepRow>(
  'jobs.live-step',
  `select ${stepColumns} from run_step where run_id = $1 and status in ('queued', 'running', 'parked') for no key update`,
)
export const lockLiveStep = async (tx: Transaction, runId: string) => (await alive(tx, [runId])).at(0)

const start = statement<{ attempt: number }>(
  'jobs.start-step',
  `update run_step set status = 'running', attempt = attempt + 1, worker = $3, started_at = now(),
     losses = losses + case when status = 'running' then 1 else 0 end
   where run_id = $1 and seq = $2 and status in ('queued', 'running') returning ${stepColumns}`,
)
export const startStep = async (tx: Transaction, runId: string, seq: number, worker: string) =>
  (await start(tx, [runId, seq, worker])).at(0) as StepRow | undefined

const isHeld = statement(
  'jobs.hold-step',
  `select 1 from run_step s join run r on r.workspace_id = s.workspace_id and r.id = s.run_id
   where s.run_id = $1 and s.seq = $2 and s.attempt = $3 and s.status = 'running' and r.status in ('active', 'cancelling')
   for share of s`,
)
/** Whether this attempt still holds the step; if so, until the transaction ends. */
export const holdStep = async (tx: Transaction, at: Attempt) =>
  (await isHeld(tx, [at.runId, at.seq, at.attempt])).length === 1

export interface Attempt {
  readonly runId: string
  readonly seq: number
  readonly attempt: number
}

const endRunning = statement<{ seq: number }>(
  'jobs.end-step',
  `update run_step set status = $4, result = $5, error = coalesce($6, error), job_id = null, ended_at = now()
   where run_id = $1 and seq = $2 and attempt = $3 and status = 'running' returning seq`,
)
export const endStep = async (
  tx: Transaction,
  at: Attempt,
  to: { status: 'done' | 'failed'; result?: object; error?: StepError },
) =>
  (
    await endRunning(tx, [
      at.runId,
      at.seq,
      at.attempt,
      to.status,
      encodeNote(to.result ?? null),
      encodeNote(to.error ?? null),
    ])
  ).length === 1

const cancelAlive = statement(
  'jobs.cancel-step',
  `update run_step set status = 'cancelled', job_id = null, ended_at = now()
   where run_id = $1 and seq = $2 and status in ('queued', 'running', 'parked')`,
)
export const cancelStep = (tx: Transaction, runId: string, seq: number) => cancelAlive(tx, [runId, seq])

const requeue = statement<{ seq: number }>(
  'jobs.requeue-step',
  `update run_step set status = 'queued', job_id = $4, errors = errors + 1, error = $5, queued_at = now()
   where run_id = $1 and seq = $2 and attempt = $3 and status = 'running' returning seq`,
)
export const requeueStep = async (tx: Transaction, at: Attempt, jobId: string, error: StepError) =>
  (await requeue(tx, [at.runId, at.seq, at.attempt, jobId, encodeNote(error)])).length === 1

const returnStep = statement<{ seq: number }>(
  'jobs.return-step',
  `update run_step set status = 'queued'
   where run_id = $1 and seq = $2 and attempt = $3 and status = 'running' returning seq`,
)
/** Gives a running step back without counting a loss. */
export const returnRunningStep = (tx: Transaction, at: Attempt) => returnStep(tx, [at.runId, at.seq, at.attempt])

const parkStep = statement(
  'jobs.park-step',
  `update run_step set status = 'parked', job_id = null where run_id = $1 and seq = $2 and status in ('queued', 'running')`,
)
export const parkLiveStep = (tx: Transaction, runId: string, seq: number) => parkStep(tx, [runId, seq])

const addParked = statement(
  'jobs.insert-parked',
  `insert into run_parked (workspace_id, run_id, seq, kind, labels, details, since) values ($1, $2, $3, $4, $5, $6, now())`,
)
export const insertParked = (
  tx: Transaction,
  run: Run,
  row: Omit<ParkedRow, 'since' | 'labels'> & { labels: readonly string[] },
) => addParked(tx, [run.workspaceId, run.id, row.seq, row.kind, row.labels, encodeNote(row.details)])

const unpark = statement<ParkedRow>(
  'jobs.unpark',
  `delete from run_parked where run_id = $1 and ($2::text is null or $2 = any(labels))
   returning seq, kind, labels, details, since`,
)
/** Takes the parked row away if it has the label, or whatever its labels when none is given. */
export const removeParked = async (tx: Transaction, runId: string, label: string | null) =>
  (await unpark(tx, [runId, label])).at(0)

const wake = statement(
  'jobs.queue-parked-step',
  `update run_step set status = 'queued', job_id = $3, payload = payload || $4, queued_at = now()
   where run_id = $1 and seq = $2 and status = 'parked'`,
)
export const queueParkedStep = (tx: Transaction, runId: string, seq: number, jobId: string, payload: string) =>
  wake(tx, [runId, seq, jobId, payload])

const parked = statement<ParkedRow>(
  'jobs.parked',
  `select seq, kind, labels, details, since from run_parked where run_id = $1`,
)
export const findParked = async (tx: Transaction, runId: string) => (await parked(tx, [runId])).at(0)

const steps = statement<StepRow>(
  'jobs.steps',
  `select ${stepColumns} from run_step where run_id = $1 order by seq desc limit $2`,
)
export const newestSteps = (tx: Transaction, runId: string, limit: number) => steps(tx, [runId, limit])

const askCancel = statement(
  'jobs.ask-cancel',
  `insert into step_cancel (job_id, cancelled_at) values ($1, now()) on conflict do nothing`,
)
export const insertStepCancel = (tx: Transaction, jobId: string) => askCancel(tx, [jobId])

const asked = statement<{ jobId: string }>(
  'jobs.asked-cancels',
  `select job_id as "jobId" from step_cancel where job_id = any($1)`,
)
export const cancelledAmong = async (tx: Transaction, jobIds: readonly string[]) =>
  new Set((await asked(tx, [jobIds])).map(({ jobId }) => jobId))

const forgetCancel = statement('jobs.forget-cancel', `delete from step_cancel where job_id = $1`)
export const removeStepCancel = (tx: Transaction, jobId: string) => forgetCancel(tx, [jobId])

const lease = statement(
  'jobs.set-lease',
  `update pgboss.queue set heartbeat_seconds = $2 where name = $1 and heartbeat_seconds is distinct from $2`,
)
export const setLease = (tx: Transaction, queue: string, leaseSeconds: number) => lease(tx, [queue, leaseSeconds])

const activeJobs = statement<{ id: string; retryCount: number }>(
  'jobs.active',
  `select id, retry_count as "retryCount" from pgboss.job where name = $1 and state = 'active'`,
)
/** What processes have fetched and not settled. */
export const jobsHeld = (tx: Transaction, queue: string) => activeJobs(tx, [queue])

const load = statement<{ stepsQueued: number; sandboxesActive: number }>(
  'jobs.load',
  `select (select count(*)::int from pgboss.job
       where name = $1 and state in ('created', 'retry') and start_after <= now()) as "stepsQueued",
     (select count(*)::int from sandbox_slot where lease_until is null or lease_until > now()) as "sandboxesActive"`,
)
/** What waits and what is in use at the moment, of all processes. */
export const findLoad = async (tx: Transaction, queue: string) => (await load(tx, [queue])).at(0)!
