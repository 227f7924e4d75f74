import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfinedGit } from './confined-git.ts'
import { holdsExactly } from './exact-files.ts'
import { removeTraps, removeTree } from './removals.ts'
import { filesOf } from './tree.ts'
import { fill, partsIn } from './worktree-git.ts'

/**
 * Brings a folder that an agent had back to exactly what a new one would hold, and proves it: the names, kinds and
 * modes of all entries, that no file has a second link, and the contents, all held against the repository. Answers with
 * the bytes of the disk that it takes; undefined, or an error, when it is not so: the folder must go.
 */
export const scrub = async (confined: ConfinedGit, folder: string, gitDir: string): Promise<number | undefined> => {
  const parts = partsIn(folder)
  const head = (await readFile(join(parts.git, 'HEAD'), 'utf8')).trim()
  await removeTree(join(parts.files, '.git'))
  await removeTraps(parts.files)
  await fill(confined, parts, head, ['-d', '-x'])
  // Our own folder, made as new folders are, says which permissions new entries have.
  const { mode } = await lstat(parts.git)
  return holdsExactly(parts.files, await filesOf(gitDir, head), mode & 0o777)
}
