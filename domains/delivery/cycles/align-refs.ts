import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { headRevision } from '../../code/revisions/index.ts'
import { taskBranches } from '../tasks/index.ts'
import { cycleBranches } from './store.ts'

/**
 * Brings the default branch of a project and the refs of its runs to the commits that the rows name, for a repository
 * that is newer than the database beside it, and gives how many moved. No run may be at work. Branches of people have no
 * rows and stay. Undefined where the repository does not hold the head of the project.
 */
export const alignRefs = async (
  repositories: Repositories,
  tx: Transaction,
  projectId: string,
): Promise<number | undefined> => {
  const head = await headRevision(tx, projectId)
  if (!head) return 0
  const { repositoryId: id, branch } = head
  const isThere = (sha: string) => repositories.commitExists(id, sha)
  if (!(await repositories.exists(id)) || !(await isThere(head.commitSha))) return undefined
  const recorded = [...(await cycleBranches(tx, projectId)), ...(await taskBranches(tx, projectId))]
  let moved = 0
  for (const { name, sha: to } of [{ name: `refs/heads/${branch}`, sha: head.commitSha }, ...recorded]) {
    if (name === null || to === null) continue
    const from = await repositories.readRef(id, name)
    if (from === to || !(await isThere(to))) continue
    if ((await repositories.moveRef(id, name, { from, to })) === 'moved') moved += 1
  }
  return moved
}
