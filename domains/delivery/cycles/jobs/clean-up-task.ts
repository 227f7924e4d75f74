import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish } from '../../../../platform/jobs/index.ts'
import { primaryRepository, repositoryOfWork } from '../../../code/projects/index.ts'
import { findAnyTask, type TaskRow } from '../../tasks/index.ts'
import { taskRun } from './graph.ts'
import { discardWorktrees } from './left-worktrees.ts'
import type { CycleParts } from './parts.ts'

/** After a stop, or when its task was removed: worktrees that the stopped step left, and the branch, go. */
export const cleanUpTask = ({ repositories }: CycleParts) =>
  taskRun.step('clean-up-task', {
    effect: async ({ run, read, step }) => {
      await discardWorktrees(repositories, run.id, step)
      const [task, repository] = await read(async (tx) => {
        const found = await findAnyTask(tx, run.subjectId)
        return [found, found && (await repositoryOf(tx, found))] as const
      })
      if (!task?.branch || !repository || !(await repositories.exists(repository.id))) return
      const from = await repositories.readRef(repository.id, task.branch)
      if (from) await repositories.deleteRef(repository.id, task.branch, { from })
    },
    commit: () => finish(),
  })

const repositoryOf = (tx: Transaction, { projectId, repositoryId }: TaskRow) =>
  repositoryId ? repositoryOfWork(tx, { projectId, id: repositoryId }) : primaryRepository(tx, projectId)
