import { emptyTree, type Repositories } from '../../../execution/repositories/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { revisionBefore, revisionOfProject, type RevisionRow } from '../../code/revisions/index.ts'
import { namedObjects } from '../../code/repository-records/index.ts'

/**
 * A revision of a project and its base of comparison: the named revision, or its predecessor, which the first has not;
 * and their commits.
 */
export const readRevisionPair = async (
  { repositories, read }: Omit<KnownCommitParts, 'signal'>,
  { id, revisionId }: { readonly id: string; readonly revisionId: string },
  fromId: string | undefined,
) => {
  const pair = await read((tx) => findRevisionPair(tx, id, revisionId, fromId))
  if (typeof pair === 'string') return pair
  const { from, to } = pair
  if (!(await repositories.exists(to.repositoryId))) return 'unreachable'
  for (const row of [to, from])
    if (row && !(await repositories.commitExists(to.repositoryId, row.commitSha))) return 'unreachable'
  return { ...pair, commits: { base: from?.commitSha ?? emptyTree, head: to.commitSha, isDirect: true as const } }
}

const findRevisionPair = async (tx: Transaction, projectId: string, revisionId: string, fromId: string | undefined) => {
  const to = await revisionOfProject(tx, projectId, revisionId)
  if (!to) return 'noRevision'
  const from = fromId === undefined ? await comparableBefore(tx, to) : await revisionOfProject(tx, projectId, fromId)
  if (!from && fromId !== undefined) return 'noRevision'
  return from && from.repositoryId !== to.repositoryId ? 'otherRepository' : { from, to }
}

/** A project that changed its repository begins again there, as it did with its first revision. */
const comparableBefore = async (tx: Transaction, to: RevisionRow): Promise<RevisionRow | undefined> => {
  const before = await revisionBefore(tx, to)
  return before?.repositoryId === to.repositoryId ? before : undefined
}

export interface KnownCommitParts {
  readonly repositories: Repositories
  readonly read: InTransaction
  readonly signal: AbortSignal
}

/** True if a commit is in the history of a branch or tag in a repository, or of a run's branch there. */
export const isKnownCommit = async (
  { repositories, read, signal }: KnownCommitParts,
  repositoryId: string,
  sha: string,
): Promise<boolean> => {
  const startingPoints = await read((tx) => namedObjects(tx, repositoryId))
  return repositories.reads.isReachable(repositoryId, sha, startingPoints, signal)
}
