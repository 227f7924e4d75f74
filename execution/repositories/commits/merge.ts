import { isAncestor, knownMerge, writeCommit } from './commits.ts'
import { git, splitNul } from '../git.ts'
import { treePathOf } from '../paths.ts'
import { assertSha } from '../refs.ts'
import type { MergeResult, MergeRequest } from '../repositories.ts'

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
  const { exitCode, stdout } = await git(argv, { gitDir, answers: [0, 1] })
  const [tree, ...paths] = splitNul(stdout)
  if (exitCode === 1)
    return { conflicts: paths.filter((path) => path.length > 0).map(treePathOf), tree: tree!.toString() }
  return { sha: await writeCommit(gitDir, { ...details, tree: tree!.toString(), parents: [ours, theirs] }) }
}
