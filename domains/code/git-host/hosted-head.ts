import type { Transaction } from '../../../platform/db/transaction.ts'
import { isOnCodeHost } from '../repository-records/rules.ts'
import { primaryRepository } from '../repository-records/index.ts'
import { headRevision, type RevisionRow } from '../revisions/index.ts'

/** The revision that git clients see of a project, or why they see none. */
export const hostedHead = async (
  tx: Transaction,
  projectId: string,
): Promise<RevisionRow | 'repositoryBacked' | 'noHead'> => {
  const [repository, head] = await Promise.all([primaryRepository(tx, projectId), headRevision(tx, projectId)])
  if (isOnCodeHost(repository)) return 'repositoryBacked'
  return head ?? 'noHead'
}
