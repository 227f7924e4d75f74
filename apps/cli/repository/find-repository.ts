import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** A repository of the person's, as it is on the disk. */
export interface FoundRepository {
  /** Where HEAD and the index are. */
  readonly gitDir: string
  /** Where objects and refs are; another folder than `gitDir` for a linked worktree. */
  readonly commonDir: string
  /** Undefined for a bare repository. */
  readonly workTree: string | undefined
}

/**
 * The repository that a folder belongs to, found by looking only at files: git itself would read the repository's
 * configuration, which may name programs to run.
 */
export const findRepository = async (path: string): Promise<FoundRepository | undefined> => {
  const start = await realpath(path)
  if (await isGitDir(start)) return { gitDir: start, commonDir: await commonDirOf(start), workTree: undefined }
  for (let folder = start; ; folder = dirname(folder)) {
    const gitDir = await gitDirIn(folder)
    if (gitDir) return { gitDir, commonDir: await commonDirOf(gitDir), workTree: folder }
    if (folder === dirname(folder)) return undefined
  }
}

const gitDirIn = async (folder: string): Promise<string | undefined> => {
  const place = join(folder, '.git')
  const pointer = /^gitdir: (.+?)\n?$/.exec(await textOf(place))?.[1]
  const gitDir = pointer === undefined ? place : resolve(folder, pointer)
  return (await isGitDir(gitDir)) ? realpath(gitDir) : undefined
}

const isGitDir = async (folder: string): Promise<boolean> => {
  const common = await commonDirOf(folder)
  const parts = [join(folder, 'HEAD'), join(common, 'objects'), join(common, 'refs')]
  const found = await Promise.all(parts.map((path) => stat(path).catch(() => undefined)))
  return found.every(Boolean)
}

const commonDirOf = async (gitDir: string): Promise<string> => {
  const text = (await textOf(join(gitDir, 'commondir'))).trim()
  return text === '' ? gitDir : resolve(gitDir, text)
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '')
