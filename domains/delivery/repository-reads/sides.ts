import { headOf, isReadable, type BranchLocation } from './find-branch.ts'
import { isKnownCommit, type KnownCommitParts } from './known-commit.ts'

/** The two commits that a request compares: the head of its branch with that of the default branch, or with `since`. */
export const sidesOf = async (
  parts: KnownCommitParts,
  { repository, head: of, defaultHead }: BranchLocation,
  since: string | undefined,
): Promise<{ readonly base: string; readonly head: string } | 'unreachable' | 'branchGone' | 'unknownSince'> => {
  const { repositories } = parts
  if (!(await isReadable(repositories, repository))) return 'unreachable'
  const head = await headOf(repositories, repository, of)
  if (!head) return 'branchGone'
  if (since !== undefined && !(await isKnownCommit(parts, repository.id, since))) return 'unknownSince'
  const base = since ?? (await headOf(repositories, repository, defaultHead))
  return base ? { base, head } : 'branchGone'
}
