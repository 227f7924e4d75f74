import { isReadable, type BranchLocation } from './find-branch.ts'
import { isKnownCommit, type KnownCommitParts } from './known-commit.ts'

/** The two commits that a request compares: the head of its branch with that of the default branch, or with `since`. */
export const sidesOf = async (
  parts: KnownCommitParts,
  { repository, head, defaultHead }: BranchLocation,
  since: string | undefined,
): Promise<{ readonly base: string; readonly head: string } | 'unreachable' | 'branchGone' | 'unknownSince'> => {
  const { repositories } = parts
  if (!(await isReadable(repositories, repository))) return 'unreachable'
  if (!head) return 'branchGone'
  if (since !== undefined && !(await isKnownCommit(parts, repository.id, since))) return 'unknownSince'
  const base = since ?? defaultHead
  return base ? { base, head } : 'branchGone'
}
