import { countedPage, countOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { TestsOfRun } from '../../../packages/verdict/index.ts'
import { isLive, isShown, projectName } from '../../code/projects/index.ts'
import { activeStatuses, verdictOutcomes, type TaskStatus } from './rules.ts'
import { task, type TaskRow } from './tables.ts'
import type { ReproducedTest } from './contract/verdict.ts'
import type { NamedWork, FoundText, HandleOwner, ShownProjects } from '../../domain.ts'
import { isInRepository, type RepositoryPlace } from '../../code/repository-records/index.ts'

const live = `task.deleted_at is null and ${isLive('task.project_id')}`

const find = rowStatement<{ id: string }, TaskRow>(
  'task.find',
  `select ${task.columns} from task where task.id = :id and ${live}`,
)
export const findTask = (tx: Transaction, id: string) => find(tx, { id })

const kind = rowStatement<{ id: string }, { projectId: string }>(
  'task.kind',
  `select task.project_id as "projectId" from task where task.id = :id and ${live}`,
)
export const taskKind = (tx: Transaction, id: string) => kind(tx, { id })

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
export const needsOf = async (tx: Transaction, taskIds: readonly string[]) => {
  const found = Map.groupBy(await dependencies(tx, { taskIds }), ({ taskId }) => taskId)
  return { of: (taskId: string) => (found.get(taskId) ?? []).map(({ dependsOn }) => dependsOn) }
}

const open = oneRowStatement<{ projectId: string }, { count: number }>(
  'task.count-open',
  `select count(*)::int as count from task where project_id = :projectId and own_run_id is not null
     and engine_status in ('building', 'testing', 'reviewing') and deleted_at is null`,
)
/** How many tasks of a project are being carried out, those left out that wait for a person. */
export const openTaskCount = async (tx: Transaction, projectId: string) => (await open(tx, { projectId })).count

const numbered = oneRowStatement<{ runId: string }, { last: number }>(
  'task.last-number',
  'select coalesce(max(number), 0) as last from task where run_id = :runId',
)
/** The highest number of a run's tasks, including removed tasks: their branches have it. */
export const lastNumberOf = async (tx: Transaction, runId: string) => (await numbered(tx, { runId })).last

/** Finds a task, even a removed one. */
export const findAnyTask = rowStatement<{ id: string }, TaskRow>(
  'task.any',
  `select ${task.columns} from task where id = :id`,
)

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
/** SQL of the worst verdict on a run's tasks: in the alphabet, the outcomes stand from the worst to the best. */
export const worstVerdict = (runId: string): string =>
  `(select (${outcomes})[max(array_position(${outcomes}, t.review->>'outcome'))] from task t where t.run_id = ${runId})`

/** A fragment for statements about cycles: whether a task of a run is at work, from its build to its merge. */
export const hasTaskAtWork = (runId: string): string =>
  `exists (select from task t where t.run_id = ${runId} and t.status in (${activeStatuses.map((status) => `'${status}'`).join()}))`

export interface TaskSource extends Pick<TaskRow, 'id' | 'projectId' | 'cycleId' | 'title' | 'runId'> {
  /** The merge commit of the task; empty before its merge. */
  readonly commits: string[]
}

/** The existing ones of these tasks, with their merges: the source of billables. */
export const taskSources = statement<{ ids: readonly string[] }, TaskSource>(
  'task.behind',
  `select task.id, task.project_id as "projectId", task.cycle_id as "cycleId", task.title, task.run_id as "runId",
     array_remove(array[task.merge_sha], null) as commits
   from task where task.workspace_id = :workspace and task.id = any(:ids) and task.deleted_at is null
     and ${isLive('task.project_id')} order by task.id`,
)

/** The tasks whose change is one of these commits, or was merged by one of them. */
export const tasksOfCommits = statement<{ projectId: string; shas: readonly string[] }, TaskRow>(
  'task.of-commits',
  `select ${task.columns} from task where project_id = :projectId and deleted_at is null
     and (head_sha = any(:shas) or merge_sha = any(:shas)) order by created_at desc, number limit 500`,
)

const testsMost = 200

/** The tests that prove a change, by the account that they give to its parts. */
export const provingTestsOf = (review: TaskRow['review']) => {
  const tests = review?.reproduced ?? []
  const own = tests.filter(({ by }) => by === 'change')
  const others = tests.filter(({ by }) => by !== undefined && by !== 'change')
  return { needed: others.slice(0, testsMost), own: own.slice(0, testsMost) }
}

/** The tests that notice a change without a part: proving ones of the run that fails without it, else its files. */
export const testsOfPart = (review: TaskRow['review'], tests: TestsOfRun | null): readonly ReproducedTest[] => {
  if (!tests) return []
  const { needed, own } = provingTestsOf(review)
  if (tests.by === 'given') return needed.filter(({ by }) => by !== 'base')
  const by = tests.by === 'own' ? 'change' : 'base'
  const proving = (tests.by === 'own' ? own : needed).filter(({ check }) => check === tests.check)
  // A whole check: any of its tests may have noticed it.
  if (tests.files.length === 0) return proving.length > 0 ? proving : [{ check: tests.check, by }]
  const ofFiles = proving.filter(({ file }) => file !== undefined && tests.files.includes(file))
  return ofFiles.length > 0 ? ofFiles : tests.files.map((file) => ({ check: tests.check, file, by }))
}

export const namesOfTasks = statement<{ ids: readonly string[] }, NamedWork>(
  'task.names',
  `select id, title, handle, project_id as "projectId", cycle_id as "cycleId" from task
   where workspace_id = :workspace and id = any(:ids) and deleted_at is null and ${isLive('project_id')}`,
)

const runs = statement<{ projectId: string }, { runId: string | null; cycleId: string }>(
  'task.runs-of-project',
  'select distinct run_id as "runId", cycle_id as "cycleId" from task where project_id = :projectId and run_id is not null',
)
/** The runs of a project's tasks, with their cycles, including deleted ones. */
export const runsOfProject = async (tx: Transaction, projectId: string) =>
  (await runs(tx, { projectId })).map(({ runId, cycleId }) => ({ runId: runId!, cycleId }))

const texts = statement<{ ids: readonly string[] }, FoundText>(
  'task.texts',
  `select id, cycle_id as "cycleId", id as "taskId", title, handle, description as body from task
   where id = any(:ids) and deleted_at is null`,
)
/** The texts of these tasks in a search, without deleted ones. */
export const textsOfTasks = (tx: Transaction, ids: readonly string[]) => texts(tx, { ids })

const byHandle = rowStatement<ShownProjects & { handle: string }, HandleOwner>(
  'task.by-handle',
  `select id, project_id as "projectId", ${projectName('task.project_id')} as "projectName" from task
   where workspace_id = :workspace and handle = :handle and task.deleted_at is null and ${isLive('task.project_id')}
     and ${isShown('task.project_id')}`,
)
/** The task with a handle, if it exists and is shown. */
export const findTaskByHandle = (tx: Transaction, handle: string, shown: ShownProjects) =>
  byHandle(tx, { ...shown, handle })

type BranchRow = Pick<TaskRow, 'id' | 'cycleId' | 'title' | 'headSha' | 'createdAt'> & { name: string | null }
const newest = statement<RepositoryPlace & { rows: number }, BranchRow>(
  'task.newest-branches',
  `select id, cycle_id as "cycleId", title, branch as name, head_sha as "headSha", created_at as "createdAt" from task
   where project_id = :projectId and ${isInRepository('repository_id')} and branch is not null and ${live}
   order by created_at desc, id desc limit :rows`,
)
export const newestTaskBranches = async (tx: Transaction, place: RepositoryPlace, rows: number) =>
  (await newest(tx, { ...place, rows })).map((row) => ({ ...row, name: row.name! }))
