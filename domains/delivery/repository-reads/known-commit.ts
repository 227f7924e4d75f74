import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { namedObjects } from '../../code/repository-records/index.ts'

export interface KnownCommitParts {
  readonly repositories: Repositories
  readonly read: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  readonly signal: AbortSignal
}

/** True if a commit is in the history of a branch or tag in a repository, or of a run's branch there. */
export const isKnownCommit = async (
  { repositories, read, signal }: KnownCommitParts,
  repositoryId: string,
  sha: string,
): Promise<boolean> => {
  const named = await read((tx) => namedObjects(tx, repositoryId))
  return repositories.reads.isReachable(repositoryId, sha, named, signal)
}
