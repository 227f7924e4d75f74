import { isUtf8 } from 'node:buffer'
import { sameFiles } from '../commits/commits.ts'
import { nulTerminated, streamGit } from '../git.ts'
import { assertSha } from '../refs.ts'
import { commitCache } from '../packs/commit-cache.ts'

export interface TreeEntry {
  readonly path: Buffer
  /** Six octal digits. */
  readonly mode: string
  readonly sha: string
  /** Undefined for a submodule. */
  readonly sizeBytes: number | undefined
}

/** A tree has more entries, or longer ones, than the caller can take. The message is for people. */
export class TreeTooLargeError extends Error {
  constructor(more: string) {
    super(`The commit has more than ${more}, which is more than Atelier takes.`)
    this.name = 'TreeTooLargeError'
  }
}

interface FilesOptions {
  readonly maxFiles?: number
  /** Only these files, or the files in these folders. */
  readonly paths?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

// Trees that hold each other a few times over name more files than any disk has, in a few objects.
const pathsMaxBytes = 32 * 1024 * 1024

/** The files of a commit with links and submodules, by the bytes of paths. Throws TreeTooLargeError. */
export const filesOf = async (
  gitDir: string,
  commitSha: string,
  { maxFiles = 500_000, ...options }: FilesOptions = {},
): Promise<TreeEntry[]> => {
  const { entries, cutAt } = await firstFilesOf(gitDir, commitSha, { maxFiles, ...options })
  if (cutAt !== undefined) throw new TreeTooLargeError(cutAt)
  return entries.sort((a, b) => Buffer.compare(a.path, b.path))
}

/** As `filesOf`, but cut instead of an error: `cutAt` names the limit. Trees are ordered by the bytes of paths. */
export const firstFilesOf = async (
  gitDir: string,
  commitSha: string,
  { maxFiles, paths, signal }: FilesOptions & { readonly maxFiles: number },
): Promise<{ readonly entries: TreeEntry[]; readonly cutAt: string | undefined }> => {
  assertSha(commitSha)
  const tree = [sameFiles(gitDir, commitSha)]
  const whole = knownTrees.get(gitDir, tree)
  if (whole && whole.length <= maxFiles) return { entries: entriesUnder(whole, paths), cutAt: undefined }
  const listed = await listFiles(gitDir, commitSha, { maxFiles, paths, signal })
  if (listed.cutAt === undefined && paths === undefined) knownTrees.set(gitDir, tree, listed.entries)
  return { ...listed, entries: [...listed.entries] }
}

// In files: some 12 MB of them.
const knownTrees = commitCache<readonly TreeEntry[]>(40_000, (entries) => entries.length)

const entriesUnder = (entries: readonly TreeEntry[], paths: readonly string[] | undefined) => {
  if (paths === undefined) return [...entries]
  const wanted = paths.map((path) => Buffer.from(path.replace(/\/{1,99}$/, '')))
  return entries.filter(({ path }) =>
    wanted.some(
      (one) => path.subarray(0, one.length).equals(one) && (path.length === one.length || path[one.length] === 0x2f),
    ),
  )
}

const listFiles = async (
  gitDir: string,
  commitSha: string,
  { maxFiles, paths, signal }: FilesOptions & { readonly maxFiles: number },
): Promise<{ readonly entries: readonly TreeEntry[]; readonly cutAt: string | undefined }> => {
  const only = paths === undefined ? [] : ['--', ...paths]
  const running = streamGit(['ls-tree', '-r', '-l', '-z', '--full-tree', commitSha, ...only], { gitDir, signal })
  running.stdin.end()
  const entries: TreeEntry[] = []
  let sizeBytes = 0
  for await (const line of nulTerminated(running.stdout)) {
    const entry = entryOf(line)
    sizeBytes += entry.path.length
    const cutAt =
      entries.length >= maxFiles ? `${maxFiles} files` : sizeBytes > pathsMaxBytes && `${pathsMaxBytes} bytes of paths`
    if (cutAt) {
      running.stop()
      return { entries, cutAt }
    }
    entries.push(entry)
  }
  await running.ended
  return { entries, cutAt: undefined }
}

/** The paths of plain files, links and submodules left out, and names that are not UTF-8. */
export const plainPaths = (entries: readonly TreeEntry[]): string[] =>
  entries.filter(({ mode, path }) => mode.startsWith('100') && isUtf8(path)).map(({ path }) => path.toString())

// “100644 blob sha    123⇥path”; the size of a submodule is “-”. Source: git-ls-tree(1), “output format”.
const entryOf = (line: Buffer): TreeEntry => {
  const tab = line.indexOf(0x09)
  const [mode, , sha, size] = line.subarray(0, tab).toString('latin1').split(/ +/)
  // The bytes are copied: a part of a chunk would keep the whole chunk in memory.
  return {
    path: Buffer.from(line.subarray(tab + 1)),
    mode: mode!,
    sha: sha!,
    sizeBytes: size === '-' ? undefined : Number(size),
  }
}
