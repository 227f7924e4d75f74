import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { alignBranch, headRevision } from '../../../code/revisions/index.ts'
import { alignSecondary } from './align-secondary.ts'
import type { Work } from '../../workbench/index.ts'

export type Target = Pick<Work, 'repository' | 'targetRef' | 'isDefaultTarget'>

/**
 * Brings the target to where it is recorded to stand, where a crash between moving the ref and the commit left it ahead;
 * gives where it stands. The caller holds the project's row, under which alone deliveries move it.
 */
export const alignTarget = async (
  repositories: Repositories,
  tx: Transaction,
  { repository, targetRef, isDefaultTarget }: Target,
): Promise<string | undefined> => {
  if (!isDefaultTarget) return alignSecondary(repositories, tx, { repositoryId: repository.id, targetRef })
  const stands = await repositories.readRef(repository.id, targetRef)
  const head = await headRevision(tx, repository.projectId)
  if (!head || head.commitSha === stands) return stands
  await alignBranch(repositories, head)
  return head.commitSha
}
