import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, type Run } from '../../../../platform/jobs/index.ts'
import { primaryRepository, repositoriesOnOwnHost } from '../../../code/projects/index.ts'
import { taskBranchesOfRun } from '../../tasks/index.ts'
import { refsOf } from '../../cycles/rules.ts'
import { lockCycle, repositoriesOfRun } from '../../cycles/index.ts'
import { alignTargets } from './align-targets.ts'
import { cycleRun } from '../graph.ts'
import { discardWorktrees, type CycleParts, conversationsOf } from '../../workbench/index.ts'

/**
 * After a stop: worktrees go that the stopped step left because its process was dead. The run's branches and its targets
 * stand where the rows say, for people to read, whatever that process did to them.
 */
export const cleanUp = ({ repositories, objects }: CycleParts) =>
  cycleRun.step('clean-up', {
    effect: async ({ run, read, write, step }) => {
      await discardWorktrees(repositories, run.id, step)
      const { targetBranch, repository, all, branches } = await read((tx) => repositoriesOf(tx, run))
      const isThere = repository && (await repositories.exists(repository.id))
      await Promise.all([
        // A step that a stop came upon may have left a branch in a repository that no row names yet.
        ...all.map((id) => keepBranches(repositories, id, run, branches)),
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
  if (!cycle) return { targetBranch: null, repository: undefined, all: [], branches: [] }
  const { projectId, targetBranch } = cycle
  const repository = await primaryRepository(tx, projectId)
  const all = await repositoriesOnOwnHost(tx, projectId)
  const recorded = [
    { repositoryId: cycle.repositoryId, name: cycle.integrationBranch, sha: cycle.integrationSha },
    ...(await repositoriesOfRun(tx, run.id)).map(({ repositoryId, integrationSha: sha }) => ({
      repositoryId,
      name: cycle.integrationBranch,
      sha,
    })),
    ...(await taskBranchesOfRun(tx, run.id)),
  ]
  // Rows of earlier versions name no repository: theirs was the primary one.
  const branches = recorded.map((one) => ({ ...one, repositoryId: one.repositoryId ?? repository?.id }))
  return { targetBranch, repository, all, branches }
}

type Branch = Awaited<ReturnType<typeof repositoriesOf>>['branches'][number]

const keepBranches = (repositories: Repositories, id: string, run: Run, branches: readonly Branch[]): Promise<void> => {
  const { integration } = refsOf(run.subjectId, run.number)
  const kept = new Map<string, string>()
  for (const { repositoryId, name, sha } of branches) if (repositoryId === id && name && sha) kept.set(name, sha)
  return repositories.keepRefs(id, integration.slice(0, integration.lastIndexOf('/')), kept)
}
