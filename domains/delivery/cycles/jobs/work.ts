import type { Transaction } from '../../../../platform/db/transaction.ts'
import { Unrecoverable, type Run } from '../../../../platform/jobs/index.ts'
import { environmentOfRun, type RunEnvironment } from '../../../code/environments/index.ts'
import { findProject, primaryRepository, type ProjectRow, type RepositoryRow } from '../../../code/projects/index.ts'
import { tasksOfCycle, type TaskRow } from '../../tasks/index.ts'
import { refsOf } from '../rules.ts'
import { findCycle } from '../store.ts'
import type { CycleRow } from '../tables.ts'

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

export const findWork = (read: Read, run: Run): Promise<Work> =>
  read(async (tx) => {
    const cycle = await findCycle(tx, run.subjectId)
    if (!cycle) throw new Unrecoverable('The cycle or its project was deleted.')
    const [project, repository, environment] = await Promise.all([
      findProject(tx, cycle.projectId),
      primaryRepository(tx, cycle.projectId),
      environmentOfRun(tx, run.id),
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
      refs: refsOf(cycle.id, run.number),
      environment,
    }
  })

const noRepository = (repository: RepositoryRow | undefined) =>
  repository
    ? `${repository.fullName} lives on a code host that this instance is not connected to. Import the repository instead.`
    : 'This project has no repository, so there is nothing to change. Import one first.'

export const findTaskWork = async (read: Read, run: Run): Promise<TaskWork> => {
  const work = await findWork(read, run)
  const task = (await read((tx) => tasksOfCycle(tx, work.cycle.id))).find(({ runId }) => runId === run.id)
  if (!task) throw new Unrecoverable('The task of this run is gone.')
  return { ...work, task }
}
