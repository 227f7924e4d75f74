import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement, type Transaction } from '../../../platform/db/transaction.ts'
import type { TaskStatus } from './rules.ts'
import { task, taskCheck, type CheckRow, type Failure, type TaskRow, type Verdict } from './tables.ts'

const live =
  'join cycle on cycle.id = task.cycle_id and cycle.deleted_at is null join project on project.id = task.project_id and project.deleted_at is null'

const find = statement<TaskRow>('task.find', `select ${task.columns} from task ${live} where task.id = $1`)
export const findTask = async (tx: Transaction, id: string) => (await find(tx, [id])).at(0)

const kind = statement<{ projectId: string }>(
  'task.kind',
  `select task.project_id as "projectId" from task ${live} where task.id = $1`,
)
export const taskKind = async (tx: Transaction, id: string) => (await kind(tx, [id])).at(0)

const ofCycle = statement<TaskRow>(
  'task.of-cycle',
  `select ${task.columns} from task where cycle_id = $1 order by number`,
)
export const tasksOfCycle = (tx: Transaction, cycleId: string) => ofCycle(tx, [cycleId])

const page = statement<TaskRow>(
  'task.page',
  `select ${task.columns} from task ${live}
   where task.workspace_id = $1 and (task.created_at, task.id) < ($2, $3)
     and ($5::uuid is null or task.project_id = $5) and ($6::text is null or task.status = $6)
     and ($7::uuid[] is null or task.project_id = any($7))
     and ($8::uuid is null or exists (select from project_grant g where g.project_id = task.project_id and g.user_id = $8))
   order by task.created_at desc, task.id desc limit $4`,
)
export interface TaskFilter {
  readonly projectId?: string | undefined
  readonly status?: TaskStatus | undefined
  /** Of the projects that a key names. */
  readonly only?: readonly string[] | undefined
  /** Of the projects granted to this client. */
  readonly grantedTo?: string | undefined
}
export const taskPage = async (tx: Transaction, after: Cursor, limit: number, filter: TaskFilter) => {
  const { projectId = null, status = null, only = null, grantedTo = null } = filter
  const values = [tx.workspace, after.at, after.id, limit + 1, projectId, status, only, grantedTo]
  return pageOf(await page(tx, values), limit)
}

const dependencies = statement<{ taskId: string; dependsOn: string }>(
  'task.dependencies',
  `select task_id as "taskId", depends_on as "dependsOn" from task_dependency where task_id = any($1) order by depends_on`,
)
export const dependenciesOf = (tx: Transaction, taskIds: readonly string[]) => dependencies(tx, [taskIds])

const insert = statement<TaskRow>(
  'task.plan',
  `insert into task (id, workspace_id, project_id, cycle_id, number, title, description, status, status_changed_at,
     run_id, branch, base_sha, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'queued', $8, $9, $10, $11, $8, $8)
   on conflict (cycle_id, number) do update set title = excluded.title, description = excluded.description,
     status = 'queued', status_by_hand = false, status_changed_at = excluded.status_changed_at,
     run_id = excluded.run_id, branch = excluded.branch, base_sha = excluded.base_sha, head_sha = null,
     merge_sha = null, review = null, failure = null, updated_at = excluded.updated_at
   returning ${task.columns}`,
)
export interface PlannedTask {
  readonly id: string
  readonly projectId: string
  readonly cycleId: string
  readonly number: number
  readonly title: string
  readonly description: string
  readonly now: Date
  readonly runId: string
  readonly branch: string
  readonly baseSha: string
}
/** Adds a task to a run, or begins the task of that number anew when the cycle is run again. */
export const planTask = async (tx: Transaction, planned: PlannedTask): Promise<TaskRow> => {
  const { id, projectId, cycleId, number, title, description, now, runId, branch, baseSha } = planned
  const [row] = await insert(tx, [
    id,
    tx.workspace,
    projectId,
    cycleId,
    number,
    title,
    description,
    now,
    runId,
    branch,
    baseSha,
  ])
  return row!
}

const move = statement<TaskRow>(
  'task.move',
  `update task set status = $3, status_by_hand = false, status_changed_at = $4, updated_at = $4,
     head_sha = coalesce($5, head_sha), merge_sha = coalesce($6, merge_sha), review = coalesce($7, review),
     failure = $8
   where id = $1 and run_id = $2 returning ${task.columns}`,
)
export interface TaskChange {
  readonly headSha?: string
  readonly mergeSha?: string
  readonly review?: Verdict
  readonly failure?: Failure
}
/** The engine's move, by the run that holds the task: it overrides what a person set. Undefined when another run does. */
export const moveTaskRow = async (
  tx: Transaction,
  id: string,
  runId: string,
  to: TaskStatus,
  now: Date,
  change: TaskChange,
) => {
  const { headSha = null, mergeSha = null, review, failure } = change
  const documents = [review ? JSON.stringify(review) : null, failure ? JSON.stringify(failure) : null]
  return (await move(tx, [id, runId, to, now, headSha, mergeSha, ...documents])).at(0)
}

const check = statement(
  'task.check',
  `insert into task_check (workspace_id, task_id, run_id, phase, name, command, outcome, exit_code, stopped_by,
     duration_ms, log, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (task_id, run_id, phase, name) do update set command = excluded.command, outcome = excluded.outcome,
     exit_code = excluded.exit_code, stopped_by = excluded.stopped_by, duration_ms = excluded.duration_ms,
     log = excluded.log, created_at = excluded.created_at`,
)
export const recordCheck = (tx: Transaction, taskId: string, runId: string, row: CheckRow, now: Date) =>
  check(tx, [
    tx.workspace,
    taskId,
    runId,
    row.phase,
    row.name,
    row.command,
    row.outcome,
    row.exitCode,
    row.stoppedBy,
    row.durationMs,
    row.log,
    now,
  ])

const checks = statement<CheckRow>(
  'task.checks',
  `select ${taskCheck.columns} from task_check where task_id = $1 and run_id = $2 order by phase, created_at, name`,
)
export const checksOf = (tx: Transaction, taskId: string, runId: string) => checks(tx, [taskId, runId])

const transcript = statement(
  'task.transcript',
  `insert into task_transcript (workspace_id, task_id, run_id, step_seq, attempt, position, kind, payload, created_at)
   select $1, $2, $3, $4, $5, (entry->>'position')::int, entry->>'kind', entry->'payload', $7
   from jsonb_array_elements($6::jsonb) entry on conflict do nothing`,
)
export interface TranscriptEntry {
  readonly position: number
  readonly kind: string
  readonly payload: object
}
/** Adds what an attempt at a task said and did, in its order; what is there already stays. */
export const recordTranscript = (
  tx: Transaction,
  of: { readonly taskId: string; readonly runId: string; readonly stepSeq: number; readonly attempt: number },
  entries: readonly TranscriptEntry[],
  now: Date,
) => transcript(tx, [tx.workspace, of.taskId, of.runId, of.stepSeq, of.attempt, JSON.stringify(entries), now])

const contents = ['task_transcript', 'task_check'].map((name) =>
  statement(`task.remove-${name}`, `delete from ${name} where task_id in (select id from task where project_id = $1)`),
)
/** Removes what agents and checks of a project said. */
export const removeTaskContent = async (tx: Transaction, projectId: string): Promise<void> => {
  for (const remove of contents) await remove(tx, [projectId])
}
