import type { Transaction } from '../../../../platform/db/transaction.ts'
import { Unrecoverable, type Run } from '../../../../platform/jobs/index.ts'
import { environmentOfRun, type RunEnvironment } from '../../../code/environments/index.ts'
import {
  findProject,
  primaryRepository,
  repositoryOfWork,
  type ProjectRow,
  type RepositoryRow,
} from '../../../code/projects/index.ts'
import { findRerun, findTask, tasksOfCycle, type CheckRerunRow, type TaskRow } from '../../tasks/index.ts'
import { refsOf } from '../rules.ts'
import { findCycle } from '../store.ts'
import type { CycleRow } from '../tables.ts'
import { cycleRunId } from './cycle-run.ts'

/** What a step finds in the tables when it begins. */
export interface Work {
  readonly cycle: CycleRow
  readonly project: ProjectRow
  readonly repository: RepositoryRow
  /** Where finished work goes. */
  readonly targetRef: string
  readonly isDefaultTarget: boolean
  readonly refs: ReturnType<typeof refsOf>
  /** What people declared for its commands; nothing before the run is planned. */
  readonly environment: RunEnvironment
}

export interface TaskWork extends Work {
  readonly task: TaskRow
}

type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** Of a cycle's run. */
export const findWork = (read: Read, run: Run): Promise<Work> => read((tx) => workOf(tx, run, run.subjectId))

const workOf = async (tx: Transaction, run: Run, cycleId: string, task?: TaskRow): Promise<Work> => {
  const cycle = await findCycle(tx, cycleId)
  if (!cycle) throw new Unrecoverable('The cycle or its project was deleted.')
  const [project, repository, environment] = await Promise.all([
    findProject(tx, cycle.projectId),
    repositoryFor(tx, cycle.projectId, task),
    environmentOfRun(tx, cycleRunId(run)),
  ])
  if (!project) throw new Unrecoverable('The project was deleted.')
  if (repository?.host !== 'native-repos') throw new Unrecoverable(noRepository(repository))
  const branch = cycle.targetBranch ?? repository.defaultBranch
  return {
    cycle,
    project,
    repository,
    targetRef: `refs/heads/${branch}`,
    isDefaultTarget: branch === repository.defaultBranch,
    refs: refsOf(cycle.id, cycle.runNumber),
    environment,
  }
}

/** The one that the task's row names; rows of an earlier version name none. */
const repositoryFor = async (tx: Transaction, projectId: string, task: TaskRow | undefined) => {
  if (!task?.repositoryId) return primaryRepository(tx, projectId)
  const repository = await repositoryOfWork(tx, { projectId, id: task.repositoryId })
  if (!repository) throw new Unrecoverable('The repository of this task was detached, and its files are gone.')
  return repository
}

const noRepository = (repository: RepositoryRow | undefined) =>
  repository
    ? `${repository.fullName} lives on a code host that this instance is not connected to. Import the repository instead.`
    : 'This project has no repository, so there is nothing to change. Import one first.'

const gone = 'The task of this run is gone.'

/** Of a task's run. */
export const findTaskWork = (read: Read, run: Run): Promise<TaskWork> =>
  read(async (tx) => {
    const task = await findTask(tx, run.subjectId)
    if (!task) throw new Unrecoverable(gone)
    return { ...(await workOf(tx, run, task.cycleId, task)), task }
  })

export interface RerunWork extends TaskWork {
  readonly rerun: CheckRerunRow
}

/** Of the run of a check that was asked for again. */
export const findRerunWork = (read: Read, run: Run): Promise<RerunWork> =>
  read(async (tx) => {
    const rerun = await findRerun(tx, run.subjectId)
    const task = rerun && (await findTask(tx, rerun.taskId))
    if (!task) throw new Unrecoverable(gone)
    return { ...(await workOf(tx, run, task.cycleId, task)), task, rerun }
  })

/** Of a cycle's run, with one of its tasks: the first unless it says which. */
export const findWorkOn = async (read: Read, run: Run, taskId?: string): Promise<TaskWork> => {
  const work = await findWork(read, run)
  const task = (await read((tx) => tasksOfRun(tx, work.cycle.id, run.id))).find(
    ({ id }) => taskId === undefined || id === taskId,
  )
  if (!task) throw new Unrecoverable(gone)
  return { ...work, task }
}

/** The tasks of a cycle's run, in their order. */
export const tasksOfRun = async (tx: Transaction, cycleId: string, runId: string): Promise<TaskRow[]> =>
  (await tasksOfCycle(tx, cycleId)).filter((task) => task.runId === runId).sort((a, b) => a.number - b.number)
