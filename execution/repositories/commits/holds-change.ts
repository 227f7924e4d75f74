import { commitExists, isAncestor } from './commits.ts'
import { git } from '../git.ts'
import { assertSha } from '../refs.ts'

interface MergeToJudge {
  /** The commit that was proposed. */
  readonly proposed: string
  /** The head of the branch that was merged. */
  readonly head: string
  readonly target: string
  /** The commit of the target that is reported as the merge. */
  readonly merge?: string | undefined
}

/**
 * Judges a merge that others report: `held` if the target has the merged head, or its changes, and that head has the
 * proposed commit in its history. A squash and a rebase have only the changes: merging the head again then changes
 * nothing, in the target as it is or at the reported commit of its history.
 */
export const judgeMerge = async (gitDir: string, { proposed, head, target, merge }: MergeToJudge) => {
  if (!(await isAncestor(gitDir, proposed, head))) return 'not_proposed'
  if ((await isAncestor(gitDir, head, target)) || (await holdsChanges(gitDir, target, head))) return 'held'
  if (merge === undefined || !(await commitExists(gitDir, merge))) return 'not_held'
  const isThere = await isAncestor(gitDir, merge, target)
  return isThere && (await holdsChanges(gitDir, merge, head)) ? 'held' : 'not_held'
}

const holdsChanges = async (gitDir: string, branch: string, head: string): Promise<boolean> => {
  ;[branch, head].forEach(assertSha)
  const call = { gitDir, exitCodes: [0, 1, 128] }
  const { exitCode, stdout } = await git(['merge-tree', '--write-tree', '--no-messages', branch, head], call)
  const { stdout: tree } = await git(['rev-parse', `${branch}^{tree}`], { gitDir })
  return exitCode === 0 && stdout.toString().trim() === tree.toString().trim()
}
