import { countedPage, countOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive, isShown } from '../../code/projects/index.ts'
import { activeStatuses, verdictOutcomes, type TaskStatus } from './rules.ts'
import { task, type TaskRow } from './tables.ts'

const live = `task.deleted_at is null and ${isLive('task.project_id')}`

const find = statement<{ id: string }, TaskRow>(
  'task.find',
  `select ${task.columns} from task where task.id = :id and ${live}`,
)
export const findTask = async (tx: Transaction, id: string) => (await find(tx, { id })).at(0)

const kind = statement<{ id: string }, { projectId: string }>(
  'task.kind',
  `select task.project_id as "projectId" from task where task.id = :id and ${live}`,
)
export const taskKind = async (tx: Transaction, id: string) => (await kind(tx, { id })).at(0)

const ofCycle = statement<{ cycleId: string }, TaskRow>(
  'task.of-cycle',
  `select ${task.columns} from task where cycle_id = :cycleId and deleted_at is null order by created_at desc, number`,
)
/** The tasks of all runs of a cycle, the newest run's first. */
export const tasksOfCycle = (tx: Transaction, cycleId: string) => ofCycle(tx, { cycleId })

const listed = `task where task.workspace_id = :workspace and ${live} and (task.created_at, task.id) < (:at, :id)
     and (:status::text is null or task.status = :status)
     and ${isShown('task.project_id')}`
type TaskPage = TaskFilter & Cursor & { readonly rows: number }
const page = statement<TaskPage, TaskRow>(
  'task.page',
  `select ${task.columns} from ${listed} order by task.created_at desc, task.id desc limit :rows`,
)
const countPage = statement<TaskPage, RowCount>('task.count-page', countOf(listed))
interface TaskFilter {
  readonly projectId?: string | undefined
  readonly status?: TaskStatus | undefined
  /** Filter: the projects that a key names. */
  readonly only?: readonly string[] | undefined
  /** Filter: the projects granted to this client. */
  readonly grantedTo?: string | undefined
}
export const taskPage = (tx: Transaction, after: Cursor, limit: number, filter: TaskFilter) =>
  countedPage(tx, { page, count: countPage }, { ...after, ...filter }, limit)

const dependencies = statement<{ taskIds: readonly string[] }, { taskId: string; dependsOn: string }>(
  'task.dependencies',
  `select task_id as "taskId", depends_on as "dependsOn" from task_dependency where task_id = any(:taskIds) order by depends_on`,
)
/** The needs of each of these tasks, by its id; empty for a task without any. */
export const needsOf = async (
  tx: Transaction,
  taskIds: readonly string[],
): Promise<{ readonly of: (taskId: string) => string[] }> => {
  const found = Map.groupBy(await dependencies(tx, { taskIds }), ({ taskId }) => taskId)
  return { of: (taskId) => (found.get(taskId) ?? []).map(({ dependsOn }) => dependsOn) }
}

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
/** The highest number of a run's tasks, including removed tasks: their branches have it. */
export const lastNumberOf = async (tx: Transaction, runId: string) => (await numbered(tx, { runId }))[0]!.last

const any = statement<{ id: string }, TaskRow>('task.any', `select ${task.columns} from task where id = :id`)
/** Finds a task, even a removed one. */
export const findAnyTask = async (tx: Transaction, id: string) => (await any(tx, { id })).at(0)

const ownRuns = statement<{ runId: string }, { ownRunId: string | null }>(
  'task.own-runs',
  'select own_run_id as "ownRunId" from task where run_id = :runId and own_run_id is not null',
)
/** The newest runs of the tasks of a cycle's run. */
export const ownRunsOf = async (tx: Transaction, runId: string) =>
  (await ownRuns(tx, { runId })).flatMap(({ ownRunId }) => ownRunId ?? [])

const count = statement<{ projectIds: readonly string[] }, { projectId: string; tasks: number }>(
  'task.count',
  `select project_id as "projectId", count(*)::int as tasks from task
   where project_id = any(:projectIds) group by project_id`,
)
export const countTasks = (tx: Transaction, projectIds: readonly string[]) => count(tx, { projectIds })

/** A fragment for statements about cycles: the number of a cycle's tasks. `cycleId` is SQL. */
export const taskCount = (cycleId: string): string => `(select count(*)::int from task t where t.cycle_id = ${cycleId})`

const outcomes = `array[${verdictOutcomes.map((outcome) => `'${outcome}'`).join()}]`
/**
 * A fragment for statements about cycles: the worst verdict on the tasks of a run. In the order of the alphabet the
 * outcomes stand from the worst to the best.
 */
export const worstVerdict = (runId: string): string =>
  `(select (${outcomes})[max(array_position(${outcomes}, t.review->>'outcome'))] from task t where t.run_id = ${runId})`

/** A fragment for statements about cycles: whether a task of a run is at work, from its build to its merge. */
export const hasTaskAtWork = (runId: string): string =>
  `exists (select from task t where t.run_id = ${runId} and t.status in (${activeStatuses.map((status) => `'${status}'`).join()}))`
