import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { Unrecoverable, type Run } from '../../../platform/jobs/index.ts'
import { environmentOfRun } from '../../code/environments/index.ts'
import { findProject, lockProject } from '../../code/projects/index.ts'
import { primaryRepository, repositoryOfWork, type RepositoryRow } from '../../code/repository-records/index.ts'
import { findRerun, type CheckRerunRow } from '../checks/index.ts'
import { findTask, tasksOfCycle, type TaskRow } from '../tasks/index.ts'
import { refsOf } from '../cycles/rules.ts'
import { findCycle, findRunPlace, lockCycle, moveCycle } from '../cycles/index.ts'
import { sentence } from '../sentences/index.ts'
import { requestedPlace, cycleRunId, profileVariables, type TaskWork, type Work } from '../workbench/index.ts'
import { progressOf, waitsForPerson } from '../tasks/rules.ts'

/** Loads the work of a cycle run. */
export const findWork = (read: InTransaction, run: Run): Promise<Work> => read((tx) => workOf(tx, run, run.subjectId))

const workOf = async (tx: Transaction, run: Run, cycleId: string, task?: TaskRow): Promise<Work> => {
  const cycle = await findCycle(tx, cycleId)
  if (!cycle) throw new Unrecoverable(sentence('cycle_deleted'))
  const [project, repository, environment] = await Promise.all([
    findProject(tx, cycle.projectId),
    repositoryFor(tx, cycle.projectId, task),
    environmentOfRun(tx, cycleRunId(run)),
  ])
  if (!project) throw new Unrecoverable(sentence('project_deleted'))
  if (repository?.host !== 'native-repos') throw new Unrecoverable(noRepository(repository))
  const asked = await requestedPlace(tx, project)
  const ofProfile = asked ? await profileVariables(asked.sandboxProfile) : {}
  const place = await findRunPlace(tx, cycle, cycleRunId(run), repository.id)
  const isPrimary = repository.primarySince !== null
  const isOfCycle = isPrimary || repository.id === cycle.repositoryId
  const branch = (isOfCycle ? cycle.targetBranch : null) ?? repository.defaultBranch
  return {
    cycle,
    project,
    repository,
    runtime: isOfCycle ? project.runtime : {},
    targetRef: place?.targetRef ?? `refs/heads/${branch}`,
    isDefaultTarget: isPrimary && branch === repository.defaultBranch,
    baseSha: place?.baseSha ?? null,
    integrationSha: place?.integrationSha ?? null,
    refs: refsOf(cycle.id, cycle.runNumber),
    environment: { ...environment, variables: { ...ofProfile, ...environment.variables } },
  }
}

/** The repository that the task's row names; rows of an earlier version name none. */
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

const taskGone = 'The task of this run is gone.'

export const findTaskWork = (read: InTransaction, run: Run): Promise<TaskWork> =>
  read(async (tx) => {
    const task = await findTask(tx, run.subjectId)
    if (!task) throw new Unrecoverable(taskGone)
    return { ...(await workOf(tx, run, task.cycleId, task)), task }
  })

export interface RerunWork extends TaskWork {
  readonly rerun: CheckRerunRow
}

export const findRerunWork = (read: InTransaction, run: Run): Promise<RerunWork> =>
  read(async (tx) => {
    const rerun = await findRerun(tx, { id: run.subjectId })
    const task = rerun && (await findTask(tx, rerun.taskId))
    if (!task) throw new Unrecoverable(taskGone)
    return { ...(await workOf(tx, run, task.cycleId, task)), task, rerun }
  })

/** Loads the work of a cycle run for one task, in the repository of that task. */
export const findWorkOn = (read: InTransaction, run: Run, taskId: string): Promise<TaskWork> =>
  read(async (tx) => {
    const task = await taskOfRun(tx, run, taskId)
    return { ...(await workOf(tx, run, run.subjectId, task)), task }
  })

/** Loads the work of a cycle run for its first task, in the primary repository. */
export const findWorkOnFirst = (read: InTransaction, run: Run): Promise<TaskWork> =>
  read(async (tx) => ({ ...(await workOf(tx, run, run.subjectId)), task: await taskOfRun(tx, run, undefined) }))

/** The task of a run with this id; without an id the first one. */
const taskOfRun = async (tx: Transaction, run: Run, taskId: string | undefined) => {
  const task = (await tasksOfRun(tx, run.subjectId, run.id)).find(({ id }) => taskId === undefined || id === taskId)
  if (!task) throw new Unrecoverable(taskGone)
  return task
}

/** The tasks of a cycle's run, in their order. */
export const tasksOfRun = async (tx: Transaction, cycleId: string, runId: string): Promise<TaskRow[]> =>
  (await tasksOfCycle(tx, cycleId)).filter((task) => task.runId === runId).sort((a, b) => a.number - b.number)

/** Locks the cycle of a run, and its project before it, as every change of both does. */
export const lockProjectAndCycle = async (tx: Transaction, run: { readonly subjectId: string }): Promise<void> => {
  const cycle = await findCycle(tx, run.subjectId)
  if (cycle) await lockProject(tx, cycle.projectId)
  await lockCycle(tx, run.subjectId)
}

/** A cycle is blocked while all that is open of it waits for a person. Call it after its tasks have moved. */
export const deriveBlocked = async (tx: Transaction, cycleId: string, runId: string, now: Date): Promise<void> => {
  const cycle = await lockCycle(tx, cycleId)
  if (cycle?.runId !== runId) return
  const tasks = await tasksOfRun(tx, cycleId, runId)
  const atWork = tasks.filter((task) => ['open', 'approved'].includes(progressOf(task)))
  const isBlocked = atWork.length > 0 && atWork.every(waitsForPerson)
  if (isBlocked && cycle.status === 'running') await moveCycle(tx, cycleId, 'block', now)
  if (!isBlocked && cycle.status === 'blocked') await moveCycle(tx, cycleId, 'unblock', now)
}
