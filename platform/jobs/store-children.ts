import { json, matchStatement, type Json, rowStatement, statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Failure, Run } from './step.ts'
import { run, type ParkedRow, type RunRow } from './tables.ts'

/** Whether a child of the run has not ended. It stays so only while the run is locked. */
export const hasLivingChild = matchStatement<{ parentId: string }>(
  'jobs.living-child',
  `select from run where workspace_id = :workspace and parent_id = :parentId and ended_at is null limit 1`,
)

/** The children of the run that have not ended, oldest first. */
export const livingChildren = statement<{ parentId: string }, RunRow>(
  'jobs.living-children',
  `select ${run.columns} from run where workspace_id = :workspace and parent_id = :parentId and ended_at is null
   order by created_at, id`,
)

/** The active children of a run that the caller has locked, which are cancelling from now on. */
export const moveChildrenToCancelling = statement<{ parentId: string }, RunRow>(
  'jobs.begin-cancel-of-children',
  `update run set status = 'cancelling', cancelled_at = now()
   where workspace_id = :workspace and parent_id = :parentId and status = 'active' returning ${run.columns}`,
)

const setFailure = statement<{ id: string; failure: Json }>(
  'jobs.keep-failure',
  `update run set status = 'cancelling', cancelled_at = now(), failure = :failure where id = :id and status = 'active'`,
)
/** The run is ending, and will fail with this error. */
export const moveToFailing = (tx: Transaction, id: string, failure: Failure) =>
  setFailure(tx, { id, failure: json(failure) })

/** Deletes the parked row of a run that waits for a change. */
export const removeChangeParked = rowStatement<{ runId: string }, { seq: number }>(
  'jobs.unpark-change',
  `delete from run_parked where run_id = :runId and kind = 'change' returning seq`,
)

/** Removes steps that ended before the given number. */
export const removeStepsBefore = statement<{ runId: string; before: number }>(
  'jobs.prune-steps',
  `delete from run_step where run_id = :runId and seq < :before and status in ('done', 'failed', 'cancelled')`,
)

/**
 * A fragment for statements of other tables: whether a run does no work now because it, or a living child, waits in line
 * for a sandbox. `runId` and `workspaceId` are SQL of the outer statement; false for a run that is null.
 */
export const waitsForSandbox = (workspaceId: string, runId: string): string => {
  const living = `r.workspace_id = ${workspaceId} and (r.id = ${runId} or r.parent_id = ${runId}) and r.ended_at is null`
  return `(exists (select from run r join run_parked p on p.workspace_id = r.workspace_id and p.run_id = r.id
       where ${living} and p.kind = 'sandbox')
     and not exists (select from run r join run_step s on s.workspace_id = r.workspace_id and s.run_id = r.id
       where ${living} and s.status in ('queued', 'running')))`
}

interface WaitingStep extends ParkedRow {
  /** The step that a resume continues with. */
  readonly step: string
  /** Whose step it is: the run's own, or that of a child. */
  readonly run: Pick<Run, 'id' | 'kind' | 'subjectId' | 'number'>
}

interface WaitingRow extends ParkedRow, Pick<Run, 'subjectId' | 'number'> {
  readonly step: string
  readonly runId: string
  readonly runKind: string
}

const waiting = statement<{ runId: string; rows: number }, WaitingRow>(
  'jobs.waiting-steps',
  `select waits.*, run_step.name as step, run.id as "runId", run.kind as "runKind",
     run.subject_id as "subjectId", run.number
   from run join lateral (
     select p.seq, p.kind, p.labels, p.since, case p.kind when 'sandbox' then p.details || taken.slots else p.details end as details
     from run_parked p, lateral (
       select jsonb_strip_nulls(jsonb_build_object('machinesAlone', nullif(count(*) filter (where alone), 0),
         'runs', count(*) filter (where kind = 'run'), 'requests', count(*) filter (where kind = 'request'),
         'people', count(*) filter (where kind = 'people'),
         'place', (select nullif(count(*), 0) from sandbox_wait before join sandbox_wait own on own.run_id = run.id
           where before.position <= own.position))) as slots
       from sandbox_slot) taken
     where p.workspace_id = run.workspace_id and p.run_id = run.id
     union all
     select step.seq, 'sandbox', '{}', step.queued_at, jsonb_build_object('otherRuns', others.runs)
     from sandbox_slot own join run_step step on step.workspace_id = run.workspace_id and step.run_id = run.id,
       lateral (select count(*) - 1 as runs from sandbox_slot s where s.machine_id = own.machine_id and s.kind = 'run') others
     where own.run_id = run.id and own.alone and step.status = 'queued' and others.runs > 0
   ) waits on true
     join run_step on run_step.workspace_id = run.workspace_id and run_step.run_id = run.id and run_step.seq = waits.seq
   where run.workspace_id = :workspace and (run.id = :runId or run.parent_id = :runId) and run.ended_at is null
   order by run.id <> :runId, waits.since, run.id limit :rows`,
)
/**
 * Returns waiting steps of the run, then of its living children, the longest wait first; at most `rows`. For a wait for
 * a sandbox, `machinesAlone` counts machines with an exclusive step, and `place` is the position in the line;
 * `otherRuns` have to end on the machine whose exclusive turn this run waits for.
 */
export const waitingSteps = async (tx: Transaction, runId: string, rows: number): Promise<WaitingStep[]> =>
  (await waiting(tx, { runId, rows })).map(({ runId: id, runKind, subjectId, number, ...row }) => ({
    ...row,
    run: { id, kind: runKind, subjectId, number },
  }))
