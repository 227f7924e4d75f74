import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, type Run } from '../../../../platform/jobs/index.ts'
import { lockProject, primaryRepository } from '../../../code/projects/index.ts'
import { refsOf } from '../rules.ts'
import { lockCycle } from '../store.ts'
import { alignTarget } from './align-target.ts'
import { cycleRun } from './graph.ts'
import { discardWorktrees } from './left-worktrees.ts'
import type { CycleParts } from './parts.ts'
import { conversationsOf } from './saved-work.ts'

/**
 * After a stop: the run's branches go, and worktrees that the stopped step left because its process was dead. The
 * default branch stands where its head is recorded, whatever such a process did to it.
 */
export const cleanUp = ({ repositories, objects }: CycleParts) =>
  cycleRun.step('clean-up', {
    effect: async ({ run, read, write, step }) => {
      await discardWorktrees(repositories, run.id, step)
      const repository = await read((tx) => repositoryOf(tx, run))
      if (!repository || !(await repositories.exists(repository.id))) return
      await deleteBranches(repositories, repository.id, run)
      await objects.removeUnder(`${conversationsOf(repository.projectId)}/${run.id}`)
      const target = { repository, targetRef: `refs/heads/${repository.defaultBranch}`, isDefaultTarget: true }
      await write(async (tx) => {
        if (await lockProject(tx, repository.projectId)) await alignTarget(repositories, tx, target)
      })
    },
    commit: () => finish(),
  })

const repositoryOf = async (tx: Transaction, run: Run) => {
  const cycle = await lockCycle(tx, run.subjectId)
  return cycle && primaryRepository(tx, cycle.projectId)
}

const deleteBranches = async (repositories: Repositories, repositoryId: string, run: Run) => {
  const { integration } = refsOf(run.subjectId, run.number)
  const prefix = integration.slice(0, integration.lastIndexOf('/') + 1)
  for (const { name, sha } of await repositories.listRefs(repositoryId, prefix)) {
    await repositories.deleteRef(repositoryId, name, { from: sha })
  }
}
