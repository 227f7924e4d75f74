import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { headRevision } from '../../code/revisions/index.ts'
import { taskBranches } from '../tasks/index.ts'
import { cycleBranches } from './store.ts'
import { cycleBranchesBeside } from './store-repositories.ts'

/**
 * Brings the default branch of a project and the refs of its runs to the commits that the rows name, for repositories
 * that are newer than the database beside them, and gives how many moved. No run may be at work. Branches of people have
 * no rows and stay. Undefined where the repository does not hold the head of the project.
 */
export const alignRefs = async (
  repositories: Repositories,
  tx: Transaction,
  projectId: string,
): Promise<number | undefined> => {
  const head = await headRevision(tx, projectId)
  if (!head) return 0
  const { repositoryId, commitSha } = head
  if (!(await holds(repositories, repositoryId, commitSha))) return undefined
  const ofCycles = [...(await cycleBranches(tx, projectId)), ...(await cycleBranchesBeside(tx, projectId))]
  const recorded = [...ofCycles, ...(await taskBranches(tx, projectId))]
  const main = { repositoryId, name: `refs/heads/${head.branch}`, sha: commitSha }
  let moved = 0
  for (const { repositoryId: of, name, sha } of [main, ...recorded]) {
    if (name === null || sha === null) continue
    // Rows of earlier versions name no repository: theirs was the primary one.
    if (await align(repositories, of ?? repositoryId, name, sha)) moved += 1
  }
  return moved
}

const align = async (repositories: Repositories, id: string, name: string, to: string): Promise<boolean> => {
  if (!(await holds(repositories, id, to))) return false
  const from = await repositories.readRef(id, name)
  return from !== to && (await repositories.moveRef(id, name, { from, to })) === 'moved'
}

const holds = async (repositories: Repositories, id: string, sha: string) =>
  (await repositories.exists(id)) && (await repositories.commitExists(id, sha))
