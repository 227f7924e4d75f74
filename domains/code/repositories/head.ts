import {
  HistoryTooLargeError,
  isCheckTimeout,
  manifestInThread,
  TreeTooLargeError,
  type Repositories,
} from '../../../execution/repositories/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { findRef, type RepositoryRow } from '../repository-records/index.ts'
import { advanceHead, headRevision, protectedPathsOf } from '../revisions/index.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { EveryDomain } from '../../every-domain.ts'

export interface HeadParts {
  readonly repositories: Repositories
}

interface BranchLocation {
  readonly projectId: string
  readonly repositoryId: string
  readonly branch: string
}

/** The head that a branch would give its project. */
interface PreparedHead extends BranchLocation {
  readonly commitSha: string
  readonly manifest: Uint8Array
  readonly manifestSha256: string
}

/** Computes the manifest of a branch, with no time limit of its own. The project's protected files stay protected. */
export const prepareHead = async (
  { repositories }: HeadParts,
  read: InTransaction,
  place: BranchLocation,
  signal: AbortSignal,
): Promise<PreparedHead | 'headMoved' | 'headTooLarge' | 'checkTimeout'> => {
  const commitSha = await read((tx) => findRef(tx, place.repositoryId, `refs/heads/${place.branch}`))
  if (commitSha === undefined) return 'headMoved'
  const protectedPaths = await read((tx) => protectedPathsOf(tx, { projectId: place.projectId }))
  const inspect = (gitDir: string) => manifestInThread({ gitDir, commitSha, protected: protectedPaths }, signal)
  const made = await repositories.holding(place.repositoryId, inspect).catch((error: unknown) => {
    if (isCheckTimeout(error)) return 'checkTimeout' as const
    if (tooLarge.some((kind) => error instanceof kind)) return 'headTooLarge' as const
    throw error
  })
  if (typeof made === 'string') return made
  return { ...place, commitSha, manifest: made.text, manifestSha256: made.manifestSha256 }
}
const tooLarge = [HistoryTooLargeError, TreeTooLargeError]

/** Makes a prepared head the newest revision. The caller locks the project's row; false if the branch has moved since. */
export const insertHeadRevision = async (tx: Transaction, prepared: PreparedHead, now: Date): Promise<boolean> => {
  const { projectId, repositoryId, branch, commitSha } = prepared
  if ((await findRef(tx, repositoryId, `refs/heads/${branch}`)) !== commitSha) return false
  const head = await headRevision(tx, projectId)
  const isHead = head?.repositoryId === repositoryId && head.branch === branch && head.commitSha === commitSha
  if (!isHead) await advanceHead(tx, { ...prepared, source: 'switch', now })
  return true
}

/** The subject of audit rows of a repository's change. */
export const auditSubject = ({ id, projectId, host, fullName, label, defaultBranch }: RepositoryRow): Subject => ({
  resource: ['repository', id],
  parent: ['project', projectId],
  within: { projectId },
  metadata: { host, fullName, label, defaultBranch },
})

/** True if a cycle is at work. Runs once the primary repository is claimed, so that no run begins unseen meanwhile. */
export const hasActiveWork = async (
  everyDomain: Pick<EveryDomain, 'countInProjects'>,
  tx: Transaction,
  projectId: string,
): Promise<boolean> => ((await everyDomain.countInProjects(tx, [projectId])).get(projectId)?.activeCycles ?? 0) > 0
