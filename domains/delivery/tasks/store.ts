import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { json, statement, type Json } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive, isShown } from '../../code/projects/index.ts'
import { activeStatuses, terminalStatuses, verdictOutcomes, type TaskStatus } from './rules.ts'
import type { Verdict } from './contract/verdict.ts'
import { task, type Failure, type TaskAgent, type TaskRound, type TaskRow } from './tables.ts'

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

const page = statement<TaskFilter & Cursor & { rows: number }, TaskRow>(
  'task.page',
  `select ${task.columns} from task
   where task.workspace_id = :workspace and ${live} and (task.created_at, task.id) < (:at, :id)
     and (:status::text is null or task.status = :status)
     and ${isShown('task.project_id')}
   order by task.created_at desc, task.id desc limit :rows`,
)
interface TaskFilter {
  readonly projectId?: string | undefined
  readonly status?: TaskStatus | undefined
  /** Filter: the projects that a key names. */
  readonly only?: readonly string[] | undefined
  /** Filter: the projects granted to this client. */
  readonly grantedTo?: string | undefined
}
export const taskPage = async (tx: Transaction, after: Cursor, limit: number, filter: TaskFilter) =>
  pageOf(await page(tx, { ...after, ...filter, rows: limit + 1 }), limit)

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

interface Move {
  readonly id: string
  readonly runId: string
  readonly to: TaskStatus
  readonly now: Date
  readonly headSha?: string
  readonly mergeSha?: string
  readonly failure: Json | null
  readonly ended: readonly TaskStatus[]
}
const move = statement<Move, TaskRow>(
  'task.move',
  `update task set status = :to, engine_status = :to, status_by_hand = false, status_changed_at = :now, updated_at = :now,
     head_sha = coalesce(:headSha, head_sha), merge_sha = coalesce(:mergeSha, merge_sha),
     failure = :failure
   where id = :id and run_id = :runId and deleted_at is null
     and (coalesce(engine_status, status) <> all(:ended) or (engine_status is null and status_by_hand))
   returning ${task.columns}`,
)
export interface TaskChange {
  readonly headSha?: string
  readonly mergeSha?: string
  readonly failure?: Failure
}
/**
 * The engine's move, by the run that holds the task: it overrides what a person set. Undefined when another run does,
 * and for a task that has ended.
 */
export const moveTaskRow = async (
  tx: Transaction,
  id: string,
  runId: string,
  to: TaskStatus,
  now: Date,
  change: TaskChange,
) => {
  const failure = json(change.failure)
  return (await move(tx, { id, runId, to, now, ...change, failure, ended: terminalStatuses })).at(0)
}

const review = statement<{ id: string; runId: string; review: Json }>(
  'task.review',
  'update task set review = :review where id = :id and run_id = :runId',
)
/** Keeps what the review found, by the run that holds the task. */
export const setVerdict = (tx: Transaction, id: string, runId: string, verdict: Verdict) =>
  review(tx, { id, runId, review: json(verdict) })

const agent = statement<{ id: string; runId: string; agent: Json }>(
  'task.agent',
  'update task set agent = :agent where id = :id and run_id = :runId',
)
/** Keeps who carries the task out, by the run that holds it. */
export const assignTaskAgent = (tx: Transaction, id: string, runId: string, by: TaskAgent) =>
  agent(tx, { id, runId, agent: json(by) })

const round = statement<{ id: string; runId: string; name: string; round: Json }>(
  'task.round',
  `update task set rounds = coalesce((
     select jsonb_agg(one order by at) from jsonb_array_elements(rounds) with ordinality as earlier (one, at)
     where one->>'round' <> :name), '[]'::jsonb) || jsonb_build_array(:round::jsonb)
   where id = :id and run_id = :runId`,
)
/** Keeps what became of a round in the place of what became of it before, by the run that holds the task. */
export const recordRound = (tx: Transaction, id: string, runId: string, of: TaskRound) =>
  round(tx, { id, runId, name: of.round, round: json(of) })

const removal = statement<{ cycleId: string; now: Date }>(
  'task.delete-of-cycle',
  'update task set deleted_at = :now where cycle_id = :cycleId and deleted_at is null',
)
/** The tasks of a cycle go with it. */
export const deleteTasksOf = (tx: Transaction, cycleId: string, now: Date) => removal(tx, { cycleId, now })

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
