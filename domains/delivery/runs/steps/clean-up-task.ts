import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish } from '../../../../platform/jobs/index.ts'
import { primaryRepository, repositoryOfWork } from '../../../code/projects/index.ts'
import { findAnyTask, findTask, type TaskRow } from '../../tasks/index.ts'
import { taskRun } from '../graph.ts'
import { discardWorktrees, type CycleParts } from '../../workbench/index.ts'
import { alignRef } from './reconcile.ts'

/**
 * After a stop the worktrees go that the stopped step left, and the branch stays as it was recorded last, for people to
 * read. That of a task that was removed goes.
 */
export const cleanUpTask = ({ repositories }: CycleParts) =>
  taskRun.step('clean-up-task', {
    effect: async ({ run, read, step }) => {
      await discardWorktrees(repositories, run.id, step)
      const [task, live, repository] = await read(async (tx) => {
        const found = await findAnyTask(tx, run.subjectId)
        return [found, await findTask(tx, run.subjectId), found && (await repositoryOf(tx, found))] as const
      })
      if (!task?.branch || !repository || !(await repositories.exists(repository.id))) return
      await alignRef({ repositories }, { repository }, task.branch, live?.headSha ?? undefined)
    },
    commit: () => finish(),
  })

const repositoryOf = (tx: Transaction, { projectId, repositoryId }: TaskRow) =>
  repositoryId ? repositoryOfWork(tx, { projectId, id: repositoryId }) : primaryRepository(tx, projectId)
