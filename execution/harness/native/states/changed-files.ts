import { lstat, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StateGit } from './state-git.ts'

// The most that a commit takes; larger files are no part of the change either.
const fileMostBytes = 100 * 2 ** 20

export interface ChangedFiles {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly sizeBytes: number
}

/**
 * The files that differ from the index, as it has to take them. Left out are files that are too large or cannot be
 * read, and repositories in folders; files behind a link count as gone. Undefined if git fails, or names a file in
 * another encoding than UTF-8.
 */
export const changedFiles = async (root: string, git: StateGit): Promise<ChangedFiles | undefined> => {
  const listed = await git(['ls-files', '-z', '--others', '--modified', '--deleted', '--exclude-standard'])
  if (listed.exitCode !== 0 || listed.output.includes('\ufffd')) return undefined
  const paths = [...new Set(listed.output.split('\0'))].filter((path) => path !== '' && !path.endsWith('/'))
  const isReal = folderCheck(root)
  const add: string[] = []
  const remove: string[] = []
  let sizeBytes = 0
  for (const path of paths) {
    const status = (await isReal(dirname(path))) ? await lstat(join(root, path)).catch(() => undefined) : undefined
    if (!status || !(status.isFile() || status.isSymbolicLink())) remove.push(path)
    else if (status.size <= fileMostBytes && (status.isSymbolicLink() || (status.mode & 0o400) !== 0)) {
      add.push(path)
      sizeBytes += status.size
    }
  }
  return { add, remove, sizeBytes }
}

/** Files that no state has, at or below the files to write: git would overwrite files that it ignores. */
export const obstacles = async (root: string, git: StateGit, paths: readonly string[]): Promise<readonly string[]> => {
  const taken = await Promise.all(paths.map((path) => takenPlace(root, path)))
  const places = [...new Set(taken.filter((place) => place !== undefined))].slice(0, 1_000)
  if (places.length === 0) return []
  const { output } = await git(['ls-files', '-z', '--others', '--', ...places])
  return output.split('\0').filter((path) => path !== '')
}

/** The path, or a part of it that is no folder; undefined if nothing is in its place. */
const takenPlace = async (root: string, path: string): Promise<string | undefined> => {
  const status = await lstat(join(root, path)).catch((error: NodeJS.ErrnoException) => error.code)
  if (status === 'ENOTDIR') return takenPlace(root, dirname(path))
  return typeof status === 'object' ? path : undefined
}

const folderCheck = (root: string) => {
  const answers = new Map<string, Promise<boolean>>()
  return (folder: string) => {
    const path = join(root, folder)
    const found =
      answers.get(path) ??
      realpath(path).then(
        (real) => real === path,
        () => false,
      )
    answers.set(path, found)
    return found
  }
}
