import { matchStatement, oneRowStatement, rowStatement, statement, type NoValues } from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import type { Transaction } from '../db/transaction.ts'
import { queueJob, type JobRow } from './tables.ts'

/** A step that a process may carry out: decisions/0002. */
export type Job = Pick<JobRow, 'id' | 'workspaceId' | 'runId' | 'seq'>

/** A job that this process has taken; `leaseId` is new each time a job is taken. */
export interface LeasedJob extends Job {
  readonly leaseId: string
}

/** Adds a job, which can be taken `delayMs` after the beginning of this transaction. */
export const addJob = statement<Job & { delayMs: number }>(
  'jobs.add',
  // In microseconds: rounded up, the job would not be due yet when the worker looks that the commit woke.
  insertInto(queueJob, ['id', 'workspaceId', 'runId', 'seq'], {
    availableAt: `now() + :delayMs::float8 * interval '1 millisecond'`,
  }),
)

const take = statement<{ limit: number; leaseMs: number; left: readonly string[] }, Job & { leaseId: string | null }>(
  'jobs.take',
  `update queue.job set lease_id = gen_random_uuid(), available_at = now() + :leaseMs::float8 * interval '1 millisecond'
   where id = any(array(select id from queue.job where available_at <= now() and id <> all(:left::uuid[])
     order by available_at, id limit :limit for update skip locked))
   returning id, workspace_id as "workspaceId", run_id as "runId", seq, lease_id as "leaseId"`,
)
/** Takes jobs that are due, and those whose holder was silent for its lease; the longest due come first. */
export const takeJobs = async (
  tx: Transaction,
  limit: number,
  leaseMs: number,
  left: readonly string[] = [],
): Promise<LeasedJob[]> =>
  (await take(tx, { limit, leaseMs, left })).map(({ leaseId, ...job }) => ({ ...job, leaseId: leaseId! }))

const renew = statement<
  { ids: readonly string[]; leaseIds: readonly string[]; leaseMs: number },
  { leaseId: string | null }
>(
  'jobs.renew-leases',
  `update queue.job set available_at = clock_timestamp() + :leaseMs::float8 * interval '1 millisecond'
   where id = any(:ids) and lease_id = any(:leaseIds) returning lease_id as "leaseId"`,
)
/** Renews the leases; returns the ids of leases that have not passed to another process. */
export const renewLeases = async (tx: Transaction, jobs: readonly LeasedJob[], leaseMs: number) => {
  const ids = jobs.map(({ id }) => id)
  const leaseIds = jobs.map(({ leaseId }) => leaseId)
  return new Set((await renew(tx, { ids, leaseIds, leaseMs })).map(({ leaseId }) => leaseId))
}

/** False when the job has passed to another process; else it is locked until the transaction ends. */
export const renewLease = async (tx: Transaction, job: LeasedJob, leaseMs: number) =>
  (await renewLeases(tx, [job], leaseMs)).has(job.leaseId)

/** Lets another process take the job at once; false if this process no longer holds it. */
export const handBackJob = matchStatement<Pick<LeasedJob, 'id' | 'leaseId'>, { id: string }>(
  'jobs.hand-back',
  `update queue.job set available_at = now(), lease_id = null where id = :id and lease_id = :leaseId returning id`,
)

/** Lets any process take the job again, `delayMs` after the beginning of this transaction. */
export const postponeJob = statement<{ id: string; delayMs: number }>(
  'jobs.postpone',
  `update queue.job set available_at = now() + :delayMs::float8 * interval '1 millisecond', lease_id = null where id = :id`,
)

/** Removes a job, whether or not a process holds it. */
export const removeJob = statement<{ id: string }>('jobs.remove', 'delete from queue.job where id = :id')

/** Lets every held job be taken at once. Only for a process that knows that all holders are dead. */
export const releaseAllJobs = statement(
  'jobs.release-all',
  'update queue.job set available_at = now(), lease_id = null where lease_id is not null',
)

/** The queue's facts about a job. */
interface QueuedJob {
  readonly state: 'created' | 'active'
  /** When a process may take it, or take it over. */
  readonly availableAt: Date
}
export const findJob = rowStatement<{ id: string }, QueuedJob>(
  'jobs.find',
  `select case when lease_id is null then 'created' else 'active' end as state, available_at as "availableAt"
   from queue.job where id = :id`,
)

/** Whether another job waits for a process to take it. */
export const isAnotherDue = matchStatement<{ id: string }>(
  'jobs.is-another-due',
  `select from queue.job where available_at <= now() and lease_id is null and id <> :id limit 1`,
)

/** Jobs that could be taken now, sandboxes in use, and the sandbox limit, over all machines. */
export const findLoad = oneRowStatement<
  NoValues,
  { stepsQueued: number; sandboxesActive: number; sandboxLimit: number }
>(
  'jobs.load',
  `select (select count(*)::int from queue.job where available_at <= now()) as "stepsQueued",
     (select count(*)::int from sandbox_slot where lease_until is null or lease_until > now()::timestamptz(3)) as "sandboxesActive",
     (select coalesce(sum(sandbox_limit), 0)::int from machine where lease_until > now()::timestamptz(3)) as "sandboxLimit"`,
)
