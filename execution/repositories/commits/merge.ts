import { isAncestor, treeOf, writeCommit, knownMerge } from './commits.ts'
import { git, splitNul } from '../git.ts'
import { assertSha } from '../refs.ts'
import type { Inverse, InverseRequest, MergeResult, MergeRequest } from '../repositories.ts'
import { treePathOf } from '../paths.ts'

/**
 * Undoes on `onto` what brought a branch from `before` to `delivered`, without a worktree and without moving a ref.
 * Later changes stay: if they touch the same lines, the result is only a commit to merge, whose conflict `merge`
 * returns with both sides. Equal requests produce equal commits. It works as git-revert(1) does: a three-way merge
 * whose base is the undone change.
 */
export const inverse = async (gitDir: string, request: InverseRequest): Promise<Inverse> => {
  const { onto, before, delivered, message, at, key } = request
  ;[onto, before, delivered].forEach(assertSha)
  if (!(await isAncestor(gitDir, delivered, onto))) return { none: 'not_there' }
  const details = { message, at, key }
  const undone = await writeCommit(gitDir, { ...details, tree: await treeOf(gitDir, before), parents: [delivered] })
  const merged = await merge(gitDir, { ...details, ours: onto, theirs: undone })
  if (merged.sha === undefined) return { conflicts: merged.conflicts, theirs: undone }
  const tree = await treeOf(gitDir, merged.sha)
  if (tree === (await treeOf(gitDir, onto))) return { none: 'nothing_left' }
  return { sha: await writeCommit(gitDir, { ...details, tree, parents: [onto] }) }
}

/** The head of a branch before a merge of `merged` brought it to `delivered`; undefined if that was no merge. */
export const headBeforeMerge = async (
  gitDir: string,
  { delivered, merged }: { readonly delivered: string; readonly merged: string },
): Promise<string | undefined> => {
  ;[delivered, merged].forEach(assertSha)
  const { stdout } = await git(['rev-list', '--parents', '--max-count=1', delivered], { gitDir })
  const [, first, second] = stdout.toString().trim().split(' ')
  return second === merged ? first : undefined
}

/**
 * Merges without a worktree and without moving a ref. If `theirs` is merged already, returns `ours`; otherwise there is
 * always a merge commit, equal for equal requests. Histories without a common commit throw.
 */
export const merge = async (gitDir: string, { ours, theirs, ...details }: MergeRequest): Promise<MergeResult> => {
  ;[ours, theirs].forEach(assertSha)
  if (await isAncestor(gitDir, theirs, ours)) return { sha: ours }
  const known = knownMerge(gitDir, ours, theirs)
  if (known !== undefined)
    return { sha: await writeCommit(gitDir, { ...details, tree: known, parents: [ours, theirs] }) }
  const argv = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs]
  const { exitCode, stdout } = await git(argv, { gitDir, exitCodes: [0, 1] })
  const [tree, ...paths] = splitNul(stdout)
  if (exitCode === 1)
    return { conflicts: paths.filter((path) => path.length > 0).map(treePathOf), tree: tree!.toString() }
  return { sha: await writeCommit(gitDir, { ...details, tree: tree!.toString(), parents: [ours, theirs] }) }
}
