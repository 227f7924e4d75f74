import { emptyTree, type Repositories } from '../../../execution/repositories/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { revisionBefore, revisionOfProject, type RevisionRow } from '../../code/revisions/index.ts'
import { namedObjects } from '../../code/repository-records/index.ts'

interface RevisionPair {
  /** Undefined for the first revision of a project. */
  readonly from: RevisionRow | undefined
  readonly to: RevisionRow
}

/** A revision of a project and its base of comparison: the named revision, or its predecessor. */
export const findRevisionPair = async (
  tx: Transaction,
  projectId: string,
  { revisionId, fromId }: { readonly revisionId: string; readonly fromId: string | undefined },
): Promise<RevisionPair | 'noRevision' | 'otherRepository'> => {
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

/** The commits that git compares for a pair of revisions; undefined if the repository no longer has both. */
export const commitsOf = async (
  repositories: Repositories,
  { from, to }: RevisionPair,
): Promise<{ readonly base: string; readonly head: string; readonly isDirect: true } | undefined> => {
  const { repositoryId, commitSha: head } = to
  if (!(await repositories.exists(repositoryId))) return undefined
  const shas = [head, ...(from ? [from.commitSha] : [])]
  for (const sha of shas) if (!(await repositories.commitExists(repositoryId, sha))) return undefined
  return { base: from?.commitSha ?? emptyTree, head, isDirect: true }
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
