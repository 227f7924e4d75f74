import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, type Run } from '../../../../platform/jobs/index.ts'
import { primaryRepository, repositoriesOnOwnHost } from '../../../code/projects/index.ts'
import { refsOf } from '../rules.ts'
import { lockCycle } from '../store.ts'
import { alignTargets } from './align-targets.ts'
import { cycleRun } from './graph.ts'
import { discardWorktrees } from './left-worktrees.ts'
import type { CycleParts } from './parts.ts'
import { conversationsOf } from './saved-work.ts'

/**
 * After a stop: the run's branches go, and worktrees that the stopped step left because its process was dead. Its
 * targets stand where the rows say, whatever that process did to them.
 */
export const cleanUp = ({ repositories, objects }: CycleParts) =>
  cycleRun.step('clean-up', {
    effect: async ({ run, read, write, step }) => {
      await discardWorktrees(repositories, run.id, step)
      const { targetBranch, repository, all } = await read((tx) => repositoriesOf(tx, run))
      const isThere = repository && (await repositories.exists(repository.id))
      await Promise.all([
        // A step that a stop came upon may have left a branch in a repository that no row names yet.
        ...all.map((id) => deleteBranches(repositories, id, run)),
        isThere && objects.removeUnder(`${conversationsOf(repository.projectId)}/${run.id}`),
      ])
      if (!isThere) return
      const branch = targetBranch ?? repository.defaultBranch
      const isDefaultTarget = branch === repository.defaultBranch
      const target = { repository, targetRef: `refs/heads/${branch}`, isDefaultTarget }
      await write((tx) => alignTargets(repositories, tx, run.id, target))
    },
    commit: () => finish(),
  })

const repositoriesOf = async (tx: Transaction, run: Run) => {
  const cycle = await lockCycle(tx, run.subjectId)
  if (!cycle) return { targetBranch: null, repository: undefined, all: [] }
  const { projectId, targetBranch } = cycle
  return {
    targetBranch,
    repository: await primaryRepository(tx, projectId),
    all: await repositoriesOnOwnHost(tx, projectId),
  }
}

const deleteBranches = (repositories: Repositories, repositoryId: string, run: Run): Promise<void> => {
  const { integration } = refsOf(run.subjectId, run.number)
  return repositories.deleteRefs(repositoryId, integration.slice(0, integration.lastIndexOf('/')))
}
