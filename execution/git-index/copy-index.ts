import { copyFile, lstat, utimes } from 'node:fs/promises'

/**
 * Copies a git index. The copy is as old as the index, in whole seconds: git takes a file that is older than the index,
 * and has its recorded size and second, as unchanged, so that a younger copy would hide a change made in the second in
 * which the index was. Rejects without an index. Source: git's Documentation/technical/racy-git.txt.
 */
export const copyIndex = async (from: string, to: string): Promise<void> => {
  const { mtimeMs } = await lstat(from)
  await copyFile(from, to)
  const seconds = Math.floor(mtimeMs / 1000)
  await utimes(to, seconds, seconds)
}
