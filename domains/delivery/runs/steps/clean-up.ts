import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, type Run } from '../../../../platform/jobs/index.ts'
import { primaryRepository } from '../../../code/projects/index.ts'
import { lockCycle } from '../../cycles/index.ts'
import { alignTargets } from './align-targets.ts'
import { cycleRun } from '../graph.ts'
import { discardWorktrees, type CycleParts, conversationsOf } from '../../workbench/index.ts'

/**
 * After a stop: worktrees go that the stopped step left because its process was dead. The targets of the run stand where
 * the rows say, whatever that process did to them.
 */
export const cleanUp = ({ repositories, objects }: CycleParts) =>
  cycleRun.step('clean-up', {
    effect: async ({ run, read, write, step }) => {
      await discardWorktrees(repositories, run.id, step)
      const target = await read((tx) => targetOf(tx, run))
      if (!target || !(await repositories.exists(target.repository.id))) return
      await objects.removeUnder(`${conversationsOf(target.repository.projectId)}/${run.id}`)
      await write((tx) => alignTargets(repositories, tx, run.id, target))
    },
    commit: () => finish(),
  })

const targetOf = async (tx: Transaction, run: Run) => {
  const cycle = await lockCycle(tx, run.subjectId)
  const repository = cycle && (await primaryRepository(tx, cycle.projectId))
  if (!repository) return undefined
  const branch = cycle.targetBranch ?? repository.defaultBranch
  const isDefaultTarget = branch === repository.defaultBranch
  return { repository, targetRef: `refs/heads/${branch}`, isDefaultTarget }
}
