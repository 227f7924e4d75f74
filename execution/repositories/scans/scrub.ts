import { lstat, readFile, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { packagesFolderOf } from '../../sandbox/index.ts'
import { treeOf } from '../commits/commits.ts'
import type { ConfinedGit } from '../confined-git.ts'
import { holdsExactly } from '../worktrees/exact-files.ts'
import { removeTraps, removeTree } from '../removals.ts'
import { filesOf } from '../reads/tree.ts'
import { fill, partsIn, replaceIndex, type WorktreeParts } from '../worktrees/worktree-git.ts'

/** The content of a folder that was proven to be as a new one. */
export interface ScrubbedFolder {
  /** Disk space. */
  readonly sizeBytes: number
  /** The tree of its files, where its index is proven as well: for this tree nothing has to be filled. */
  readonly tree?: string
}

/**
 * Brings a folder that an agent had back to exactly the content of a new folder, and proves it: the names, kinds and
 * modes of all entries, that no file has a second link, and the contents, all compared with the repository. Git fills
 * it only if it is not filled already. Undefined, or an error, when it cannot be proven: the folder must go.
 */
export const scrubFolder = async (confined: ConfinedGit, folder: string, gitDir: string) => {
  const parts = partsIn(folder)
  const head = (await readFile(join(parts.git, 'HEAD'), 'utf8')).trim()
  await removeTree(packagesFolderOf(parts.files))
  await removeTree(join(parts.files, '.git'))
  const entries = await filesOf(gitDir, head)
  // Our own folder, made as new folders are, shows the permissions of new entries.
  const mask = (await lstat(parts.git)).mode & 0o777
  const examine = () => holdsExactly(parts.files, entries, { mask, index: join(parts.git, 'index') })
  let exact = await examine()
  if (!exact?.index) {
    await removeTraps(parts.files)
    await fill(confined, parts, head, { clean: ['-d', '-x'] })
    exact = await examine()
  }
  if (!exact) return undefined
  if (!exact.index) {
    // Recreated with the next files: its data about them is wrong.
    await rm(join(parts.git, 'index'), { force: true })
    return { sizeBytes: exact.sizeBytes }
  }
  await keepIndex(parts, exact.index)
  return { sizeBytes: exact.sizeBytes, tree: await treeOf(gitDir, head) }
}

/** As old as it was: git looks at the content of files that are as young as the index. */
const keepIndex = async (parts: WorktreeParts, index: Uint8Array) => {
  const path = join(parts.git, 'index')
  const seconds = Math.floor((await lstat(path)).mtimeMs / 1000)
  await replaceIndex(parts.git, index)
  await utimes(path, seconds, seconds)
}
