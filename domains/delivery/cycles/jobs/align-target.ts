import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { alignBranch, headRevision } from '../../../code/revisions/index.ts'
import type { Work } from './work.ts'

export type Target = Pick<Work, 'repository' | 'targetRef' | 'isDefaultTarget'>

/**
 * Brings the default branch to the recorded head, where a crash between moving the ref and the commit left it ahead;
 * gives where the target stands. The caller holds the project's row, under which alone the branch moves.
 */
export const alignTarget = async (
  repositories: Repositories,
  tx: Transaction,
  { repository, targetRef, isDefaultTarget }: Target,
): Promise<string | undefined> => {
  const stands = await repositories.readRef(repository.id, targetRef)
  const head = isDefaultTarget ? await headRevision(tx, repository.projectId) : undefined
  if (!head || head.commitSha === stands) return stands
  await alignBranch(repositories, head)
  return head.commitSha
}
