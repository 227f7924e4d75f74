import type { Repositories } from '../../../execution/repositories/index.ts'
import { headOf, isReadable, type BranchLocation } from './find-branch.ts'

/** The two commits that a request compares: the head of its branch with that of the default branch, or with `since`. */
export const sidesOf = async (
  repositories: Repositories,
  { repository, head: of, defaultHead }: BranchLocation,
  since: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly base: string; readonly head: string } | 'unreachable' | 'branchGone' | 'unknownSince'> => {
  if (!(await isReadable(repositories, repository))) return 'unreachable'
  const head = await headOf(repositories, repository, of)
  if (!head) return 'branchGone'
  if (since !== undefined && !(await repositories.reads.isReachable(repository.id, since, signal)))
    return 'unknownSince'
  const base = since ?? (await headOf(repositories, repository, defaultHead))
  return base ? { base, head } : 'branchGone'
}
