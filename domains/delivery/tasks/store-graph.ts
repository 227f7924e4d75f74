import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { TaskStatus } from './rules.ts'
import { task, taskDependency, type Conflict, type TaskRow } from './tables.ts'

const adopt = statement<AdoptedTask, TaskRow>(
  'task.adopt',
  `update task set run_id = :runId, number = :number, repository_id = :repositoryId, branch = :branch, base_sha = :baseSha,
     updated_at = :now
   where id = :id and run_id is null and deleted_at is null returning ${task.columns}`,
)
interface AdoptedTask {
  readonly id: string
  readonly runId: string
  readonly number: number
  readonly repositoryId: string
  readonly branch: string
  readonly baseSha: string | undefined
  readonly now: Date
}
/** A run takes up a task that people added before it began. */
export const adoptTask = async (tx: Transaction, adopted: AdoptedTask) => (await adopt(tx, adopted)).at(0)

const begin = statement<StartedTask, TaskRow>(
  'task.begin',
  `update task set own_run_id = :ownRunId, own_runs = own_runs + 1, base_sha = :baseSha, conflict = null
   where id = :id and run_id = :runId and deleted_at is null returning ${task.columns}`,
)
interface StartedTask {
  readonly id: string
  readonly runId: string
  readonly ownRunId: string
  /** Where its change begins. */
  readonly baseSha: string
}
/** Keeps which run carries the task out from now on. */
export const beginTaskRun = async (tx: Transaction, begun: StartedTask) => (await begin(tx, begun)).at(0)

const conflict = statement<{ id: string; runId: string; conflict: Json }>(
  'task.conflict',
  'update task set conflict = :conflict where id = :id and run_id = :runId',
)
/** Keeps what the next run of the task has to solve. */
export const recordConflict = (tx: Transaction, id: string, runId: string, found: Conflict) =>
  conflict(tx, { id, runId, conflict: json(found) })

const merge = statement<{ id: string; runId: string; mergeSha: string }>(
  'task.record-merge',
  'update task set merge_sha = :mergeSha where id = :id and run_id = :runId and deleted_at is null',
)
/** Keeps where the change of a task came to the branch of its cycle, whose pull request is yet to be made. */
export const recordMergeSha = (tx: Transaction, id: string, runId: string, mergeSha: string) =>
  merge(tx, { id, runId, mergeSha })

const open = statement<{ projectId: string }, { count: number }>(
  'task.count-open',
  `select count(*)::int as count from task where project_id = :projectId and own_run_id is not null
     and engine_status in ('building', 'testing', 'reviewing') and deleted_at is null`,
)
/** How many tasks of a project are being carried out, those left out that wait for a person. */
export const openTaskCount = async (tx: Transaction, projectId: string) => (await open(tx, { projectId }))[0]!.count

const numbered = statement<{ runId: string }, { last: number }>(
  'task.last-number',
  'select coalesce(max(number), 0) as last from task where run_id = :runId',
)
/** The highest number of a run's tasks, also of those that were removed: their branches have it. */
export const lastNumberOf = async (tx: Transaction, runId: string) => (await numbered(tx, { runId }))[0]!.last

const any = statement<{ id: string }, TaskRow>('task.any', `select ${task.columns} from task where id = :id`)
/** The task, also one that was removed. */
export const findAnyTask = async (tx: Transaction, id: string) => (await any(tx, { id })).at(0)

const need = statement<{ taskId: string; dependsOn: string }>(
  'task.add-need',
  insertInto(taskDependency, ['taskId', 'dependsOn'], { workspaceId: ':workspace' }),
)
const forgetNeeds = statement<{ taskId: string }>(
  'task.forget-needs',
  'delete from task_dependency where task_id = :taskId',
)
/** Replaces the needs of a task. */
export const replaceNeeds = async (tx: Transaction, taskId: string, needs: readonly string[]): Promise<void> => {
  await forgetNeeds(tx, { taskId })
  for (const dependsOn of new Set(needs)) await need(tx, { taskId, dependsOn })
}

const ownRuns = statement<{ runId: string }, { ownRunId: string | null }>(
  'task.own-runs',
  'select own_run_id as "ownRunId" from task where run_id = :runId and own_run_id is not null',
)
/** The newest runs of the tasks of a cycle's run. */
export const ownRunsOf = async (tx: Transaction, runId: string) =>
  (await ownRuns(tx, { runId })).flatMap(({ ownRunId }) => ownRunId ?? [])

const update = statement<TaskTexts & { id: string; now: Date }, TaskRow>(
  'task.update-texts',
  `update task set title = coalesce(:title, title), description = coalesce(:description, description), updated_at = :now,
     plan_changed = plan_changed or coalesce(:title, :description) is not null
   where id = :id and deleted_at is null returning ${task.columns}`,
)
interface TaskTexts {
  readonly title?: string | undefined
  readonly description?: string | undefined
}
/** Undefined if the task is gone. */
export const editTask = async (tx: Transaction, id: string, { title, description }: TaskTexts, now: Date) =>
  (await update(tx, { id, title, description, now })).at(0)

const setChanged = statement<{ cycleId: string; runId: string; changed: boolean }>(
  'task.set-plan-changed',
  'update task set plan_changed = :changed where cycle_id = :cycleId and run_id = :runId and plan_changed <> :changed',
)
/** People changed the plan of this run: the next run of the cycle has the same tasks. */
export const markPlanChanged = (tx: Transaction, cycleId: string, runId: string) =>
  setChanged(tx, { cycleId, runId, changed: true })

/** The next run of the cycle is planned anew. */
export const forgetPlanChanges = (tx: Transaction, cycleId: string, runId: string) =>
  setChanged(tx, { cycleId, runId, changed: false })

const setByHand = statement<{ id: string; status: TaskStatus; now: Date }, TaskRow>(
  'task.set-by-hand',
  `update task set status = :status, status_by_hand = true, engine_status = coalesce(engine_status, status),
     status_changed_at = :now, updated_at = :now
   where id = :id and deleted_at is null returning ${task.columns}`,
)
/** The engine's last status stays beside it, and decides. */
export const setStatusByHand = async (tx: Transaction, id: string, status: TaskStatus, now: Date) =>
  (await setByHand(tx, { id, status, now })).at(0)

const removal = statement<{ id: string; now: Date }>(
  'task.remove',
  'update task set deleted_at = :now where id = :id and deleted_at is null',
)
/** Nothing waits for it any more, and it waits for nothing. */
export const removeTask = async (tx: Transaction, id: string, now: Date): Promise<void> => {
  await removal(tx, { id, now })
  await forgetNeeds(tx, { taskId: id })
}
