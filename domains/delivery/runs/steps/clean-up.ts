import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, type Run } from '../../../../platform/jobs/index.ts'
import { allUnder, removeLater } from '../../../../platform/removals/index.ts'
import { primaryRepository } from '../../../code/repository-records/index.ts'
import { lockCycle } from '../../cycles/index.ts'
import { cycleRun, taskRun } from '../graph.ts'
import { discardWorktrees, type CycleParts } from '../../workbench/index.ts'
import { conversationsOf } from '../../agent-work/index.ts'

/** Deletes worktrees and conversations that a stopped step left because its process was dead. */
export const cleanUp = ({ repositories }: CycleParts) =>
  cycleRun.step('clean-up', {
    effect: async ({ run, step }) => {
      await discardWorktrees(repositories, run.id, step)
    },
    commit: async ({ tx, run }) => {
      const repository = await repositoryOf(tx, run)
      if (repository) await removeLater(tx, [allUnder(`${conversationsOf(repository.projectId)}/${run.id}`)])
      return finish()
    },
  })

const repositoryOf = async (tx: Transaction, run: Run) => {
  const cycle = await lockCycle(tx, run.subjectId)
  return cycle && (await primaryRepository(tx, cycle.projectId))
}

/** Deletes the worktrees that a stopped step left. */
export const cleanUpTask = ({ repositories }: CycleParts) =>
  taskRun.step('clean-up-task', {
    effect: ({ run, step }) => discardWorktrees(repositories, run.id, step),
    commit: () => finish(),
  })
