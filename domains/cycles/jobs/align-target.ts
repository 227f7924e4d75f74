import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { headRevision } from '../../revisions/index.ts'
import type { Work } from './work.ts'

/**
 * Brings the default branch to the recorded head, where a crash between moving the ref and the commit left it ahead;
 * gives where the target stands. The caller holds the project's row, under which alone the branch moves.
 */
export const alignTarget = async (
  repositories: Repositories,
  tx: Transaction,
  work: Work,
): Promise<string | undefined> => {
  const stands = await repositories.readRef(work.repository.id, work.targetRef)
  const head = work.isDefaultTarget ? await headRevision(tx, work.project.id) : undefined
  if (!head || head.commitSha === stands) return stands
  await repositories.moveRef(work.repository.id, work.targetRef, { from: stands, to: head.commitSha })
  return head.commitSha
}
