import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { StorageFullError, undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { copyIndex } from '../../git-index/copy-index.ts'
import { entriesAt } from '../reads/blobs.ts'
import type { ConfinedGit } from '../confined-git.ts'
import { GitError, splitNul } from '../git.ts'
import { ignoredAt } from './ignored.ts'
import { bytesOf, forbiddenPath, type TreePath, treePathOf } from '../paths.ts'
import { assertSha } from '../refs.ts'
import { hiddenPathIn, removeTree } from '../removals.ts'
import type { ChangeKind, Worktree } from '../reads/changed-file.ts'
import type { LiveChange, LiveChangesOptions, LiveFile, LiveFileOptions } from '../reads/repository-reads.ts'
import type { RepositoryCache } from '../packs/repository-cache.ts'
import { changesScript, fileScript, patchScript } from './worktree-scripts.ts'
import { partsOf } from './worktrees.ts'

/** Reads of files that an agent is working on; see `RepositoryReads`. */
export const liveReads = ({ holding }: Pick<RepositoryCache, 'holding'>, confined: ConfinedGit) => {
  const readHolding = <T>(worktree: Worktree, read: () => Promise<T>) =>
    undefinedIfRemoved(worktree, () => holding(worktree.repositoryId, read))
  return {
    changesIn: (worktree: Worktree, options: LiveChangesOptions) =>
      readHolding(worktree, () => changesIn(confined, worktree, options)),
    fileIn: (worktree: Worktree, options: LiveFileOptions) =>
      readHolding(worktree, () => lookAt(confined, worktree, fileScript, options)),
    patchIn: (worktree: Worktree, options: LiveFileOptions) =>
      readHolding(worktree, () => lookAt(confined, worktree, patchScript, options)),
  }
}

/** A read of a worktree that was removed during it may show another task's files. */
const undefinedIfRemoved = async <T>(worktree: Worktree, read: () => Promise<T>): Promise<T | undefined> => {
  try {
    const found = await read()
    return (await lstat(worktree.path).catch(undefinedIfAbsent)) && found
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

// Git is at odds with files that change or are made to hold it up, or the folder no longer exists.
const isRefusal = (error: unknown) =>
  error instanceof GitError || error instanceof StorageFullError || (error as NodeJS.ErrnoException).code === 'ENOENT'

const changesIn = async (confined: ConfinedGit, worktree: Worktree, { base, maxFiles, wallMs }: LiveChangesOptions) => {
  const printed = await run(confined, worktree, changesScript, { args: [base], wallMs, stdin: '' })
  const [changed, counted, others] = listsOf(printed)
  const tracked = trackedOf(changed!, counted!)
  const trackedPaths = tracked.filter(({ kind }) => kind !== 'added').map(bytesOf)
  const hidden = await ignoredAt(worktree.gitDir, base, trackedPaths)
  const untracked = splitNul(others!).map((path) => ({
    ...treePathOf(path),
    kind: 'untracked' as const,
    additions: undefined,
    deletions: undefined,
  }))
  const files: LiveChange[] = [...tracked.filter((file) => !hidden.has(bytesOf(file).toString('latin1'))), ...untracked]
  const isCut = [changed, counted, others].some((list) => list!.length >= listMostBytes)
  return { files: files.slice(0, maxFiles), truncated: isCut || files.length > maxFiles }
}

const listMostBytes = 1024 ** 2

/** The lists that `changesScript` prints. A name that the limit cut is left away. */
const listsOf = (printed: Buffer): Buffer[] => {
  const lists: Buffer[] = []
  for (let at = 0; at < printed.length;) {
    const end = printed.indexOf(0x0a, at)
    const next = end + 1 + Number(printed.toString('latin1', at, end))
    lists.push(printed.subarray(end + 1, next))
    at = next
  }
  return lists
}
const wholeNames = (list: Buffer) => splitNul(list.subarray(0, list.lastIndexOf(0) + 1))

// “:100644 000000 sha sha D”, then the path. Source: git-diff-index(1), “raw output format”.
const kinds: Readonly<Record<string, Exclude<ChangeKind, 'renamed'>>> = {
  A: 'added',
  D: 'deleted',
  T: 'type_changed',
}

const trackedOf = (changed: Buffer, counted: Buffer): LiveChange[] => {
  const counts = new Map(wholeNames(counted).map(countOf))
  const parts = wholeNames(changed)
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, at): LiveChange => {
    const line = parts[2 * at]!.toString('latin1')
    const path = parts[2 * at + 1]!
    const [additions, deletions] = counts.get(path.toString('latin1')) ?? []
    return { ...treePathOf(path), kind: kinds[line.at(-1)!] ?? 'modified', additions, deletions }
  })
}

// “12⇥3⇥path”, “-⇥-⇥path” for a binary file.
const countOf = (line: Buffer) => {
  const [additions, deletions] = line.toString('latin1').split('\t', 2)
  const path = line.subarray(additions!.length + deletions!.length + 2).toString('latin1')
  return [path, additions === '-' ? [] : [Number(additions), Number(deletions)]] as const
}

const lookAt = async (
  confined: ConfinedGit,
  worktree: Worktree,
  script: string,
  { base, path, maxBytes, wallMs }: LiveFileOptions,
): Promise<LiveFile | 'none'> => {
  const bytes = bytesOf(path)
  if (forbiddenPath(bytes) !== undefined) return 'none'
  // An agent that changes the rules shows nothing that they hid before.
  if ((await isKnown(worktree, base, path)) && (await ignoredAt(worktree.gitDir, base, [bytes])).size > 0) return 'none'
  const printed = await run(confined, worktree, script, { args: [base, String(maxBytes)], wallMs, stdin: bytes })
  const end = printed.indexOf(0x0a)
  if (end === -1) return 'none'
  const content = printed.subarray(end + 1)
  const isWhole = printed.toString('latin1', 0, end) === 'whole' && content.length <= maxBytes
  return { content: isWhole ? content : undefined, binary: printed.toString('latin1', 0, end) === 'binary' }
}

const isKnown = async ({ gitDir }: Worktree, base: string, path: TreePath) =>
  (await entriesAt(gitDir, base, [path])).size > 0

const diskBytes = 256 * 1024 ** 2

/** Runs a script over the files of a worktree, which it cannot change, with a copy of its index beside them. */
const run = async (
  confined: ConfinedGit,
  worktree: Worktree,
  script: string,
  { args, wallMs, stdin }: { args: readonly [string, ...string[]]; wallMs: number; stdin: string | Uint8Array },
): Promise<Buffer> => {
  assertSha(args[0])
  const { files, git } = partsOf(worktree)
  const folder = hiddenPathIn(dirname(worktree.gitDir), 'looking-')
  try {
    await mkdir(join(folder, 'objects', 'info'), { recursive: true })
    await writeFile(join(folder, 'objects', 'info', 'alternates'), `${join(git, 'objects')}\n`)
    await copyIndex(join(git, 'index'), join(folder, 'index'))
    const { stdout } = await confined(script, args, {
      writable: folder,
      readonly: [files, git],
      timeoutMs: wallMs,
      diskBytes,
      environment: { GIT_DIR: git, GIT_WORK_TREE: files },
      // Shown files are smaller; larger ones are not read for their lines.
      settings: { 'core.bigFileThreshold': '64m' },
      stdin: Readable.from([Buffer.from(stdin)]),
    })
    return stdout
  } finally {
    await removeTree(folder)
  }
}
