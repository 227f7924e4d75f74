import type { Stats } from 'node:fs'
import { chmod, lstat, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { copyIndex } from '../../git-index/copy-index.ts'
import { changedFiles } from '../reads/compare.ts'
import { treesOf, writeCommit } from '../commits/commits.ts'
import type { ConfinedGit } from '../confined-git.ts'
import { copyPacks } from '../packs/pack-store.ts'
import { forbiddenPath, shownPath, treePathOf } from '../paths.ts'
import type { CommitRequest, CommitResult, LeftOut, Worktree } from '../repositories.ts'
import { hiddenPathIn, openModes, removeTraps, removeTree } from '../removals.ts'
import { takeObjects } from '../packs/take-objects.ts'
import { showCommit } from '../protocol/visible-history.ts'
import { type GitBeside, openGitBeside, replaceIndex, type WorktreeParts } from './worktree-git.ts'
import { partsOf, readHead, writeHead } from './worktrees.ts'

const mebibyte = 1024 * 1024

/** Limits for a commit from a worktree. */
const commitLimits = {
  maxFiles: 20_000,
  maxFileBytes: 100 * mebibyte,
  /** Size of all changed files, holes included: git reads and packs each byte, outside of the sandbox. */
  maxBytes: 2048 * mebibyte,
}

type CommitLimits = Readonly<typeof commitLimits>

/** `keep` stores the packs with the new objects of the repository. */
interface KeptRequest extends CommitRequest {
  readonly keep?: (packs: readonly string[]) => Promise<void>
}

// An index of a million files, or all their paths.
const readMaxBytes = 256 * mebibyte

/** More files changed than one commit may take. The message is for people. */
export class TooManyChangesError extends Error {
  constructor(found: string, most: number) {
    super(
      `${found} changed, and a commit may hold ${most}. ` +
        'Add what is generated to .gitignore, or remove it, and try again.',
    )
    this.name = 'TooManyChangesError'
  }
}

/**
 * Commits all that is not ignored. The agent had the folder, so that nothing in it is trusted: git looks at it in a
 * sandbox, no attribute, filter, hook or nested repository takes effect, and files that cannot be part of a commit are
 * left out and reported. The repository has the new objects in packs too. No process of the agent's sandbox may be
 * alive. Throws a `TooManyChangesError` beyond the limits.
 */
export const commitWorktree = async (
  confined: ConfinedGit,
  worktree: Worktree,
  request: KeptRequest,
  some: Partial<CommitLimits> = {},
): Promise<CommitResult> => {
  const folder = hiddenPathIn(dirname(worktree.gitDir), 'incoming-')
  try {
    return await commitBeside(confined, worktree, folder, request, { ...commitLimits, ...some })
  } finally {
    await removeTree(folder)
  }
}

const commitBeside = async (
  confined: ConfinedGit,
  worktree: Worktree,
  folder: string,
  request: KeptRequest,
  limits: CommitLimits,
): Promise<CommitResult> => {
  const { gitDir } = worktree
  const parts = partsOf(worktree)
  await openTop(worktree)
  const places = await readyFolder(folder, parts)
  const { signal } = request
  const git = openGitBeside(confined, parts, { ...places, writtenMaxBytes: limits.maxBytes, signal })
  const { written, leftOut } = await writeTree(worktree, git, limits).catch(async (error: unknown) => {
    await git.end().catch(() => undefined)
    throw error
  })
  await git.end()
  await takeObjects(join(places.folder, 'objects'), gitDir, limits.maxFileBytes)
  const { since = request.parents[0]! } = request
  const [tree, before] = (await treesOf(gitDir, [written, since])) as [string, string]
  if (tree === before && request.parents.length === 1) return { unchanged: true, leftOut }
  const sha = await writeCommit(gitDir, { ...request, tree })
  // Packs all that is new, and so fails where anything of it is missing.
  const head = await readHead(worktree)
  const [changed, packs] = await Promise.all([
    changedFiles(gitDir, before, tree, limits.maxFiles + 1),
    showCommit(gitDir, parts.git, sha, head),
  ])
  await copyPacks(parts.git, gitDir, packs)
  // Before the worktree moves on: if this fails, the same commit can be made again.
  await request.keep?.(packs)
  await replaceIndex(parts.git, await readPlain(join(places.folder, 'index')))
  await writeHead(worktree, sha)
  return { sha, changed, leftOut }
}

/** Folders for git in the sandbox: its output, with a copy of the index and objects beside others, and its input. */
const readyFolder = async (within: string, { git }: WorktreeParts) => {
  const folder = join(within, 'made')
  const requests = join(within, 'requests')
  await mkdir(join(folder, 'objects', 'info'), { recursive: true })
  await Promise.all([
    mkdir(requests),
    writeFile(join(folder, 'objects', 'info', 'alternates'), `${join(git, 'objects')}\n`),
    copyIndex(join(git, 'index'), join(folder, 'index')),
  ])
  return { folder, requests }
}

/** A file that a sandbox wrote, now that it is closed: a plain file, and not a link or a pipe in its place. */
const readPlain = async (path: string): Promise<Buffer> => {
  const status = await lstat(path)
  if (!status.isFile() || status.size > readMaxBytes)
    throw new Error(`Git in a sandbox left no ordinary file at ${path}`)
  return readFile(path)
}

const writeTree = async (worktree: Worktree, git: GitBeside, limits: CommitLimits) => {
  const sorted = await sort(worktree, git, await changedPaths(worktree, git, limits), limits)
  if (sorted.addBytes > limits.maxBytes) throw new TooManyChangesError(`${sorted.addBytes} bytes`, limits.maxBytes)
  return { written: await git.tree(sorted), leftOut: sorted.leftOut }
}

/** Tracked and changed or gone, or untracked and not ignored. A nested repository ends with a slash. */
const changedPaths = async (worktree: Worktree, git: GitBeside, { maxFiles }: CommitLimits): Promise<Buffer[]> => {
  const list = async () => {
    await removeTraps(worktree.path)
    return git.changed()
  }
  let listed = await list()
  // Folders that forbid reading hide files, which then look deleted.
  if (!listed.sure) {
    await openModes(worktree.path)
    listed = await list()
  }
  const paths = new Map(listed.paths.map((path) => [path.toString('latin1'), path]))
  if (paths.size > maxFiles) throw new TooManyChangesError(`${paths.size} files`, maxFiles)
  return [...paths.values()]
}

/** A top folder that forbids reading would stop git itself. */
const openTop = async ({ path }: Worktree) => {
  const { mode } = await lstat(path)
  if ((mode & 0o700) !== 0o700) await chmod(path, (mode & 0o777) | 0o700)
}

interface SortedPaths {
  readonly add: Buffer[]
  readonly remove: Buffer[]
  readonly leftOut: LeftOut[]
  addBytes: number
}

const sort = async (worktree: Worktree, git: GitBeside, paths: readonly Buffer[], limits: CommitLimits) => {
  const root = Buffer.from(`${worktree.path}/`)
  const isRealFolder = folderCheck(root)
  const statuses = await Promise.all(paths.map((path) => statusOf(root, path, isRealFolder)))
  // A tracked path that is a folder here is a submodule, or a file that became a folder.
  const submodules = statuses.some((status) => status?.isDirectory()) ? await submodulesOf(git) : []
  const sorted: SortedPaths = { add: [], remove: [], leftOut: [], addBytes: 0 }
  for (const [position, path] of paths.entries()) {
    const status = statuses[position]
    if (!status) sorted.remove.push(path)
    else if (status.isDirectory() && submodules.includes(path.toString('latin1'))) continue
    else if (status.isDirectory() && !isNested(path)) sorted.remove.push(path)
    else {
      const reason = reasonToLeaveOut(path, status, limits)
      if (reason === undefined) {
        sorted.add.push(path)
        sorted.addBytes += status.size
      } else sorted.leftOut.push({ ...treePathOf(path), reason })
      // Another kind of entry in the place of a tracked file: the file itself no longer exists.
      if (!status.isFile() && !status.isSymbolicLink() && !isNested(path)) sorted.remove.push(path)
    }
  }
  await Promise.all(sorted.add.map((path) => makeReadable(Buffer.concat([root, path]))))
  return sorted
}

const isNested = (path: Buffer) => path.at(-1) === 0x2f

const reasonToLeaveOut = (path: Buffer, status: Stats, { maxFileBytes }: CommitLimits): string | undefined => {
  const shown = shownPath(path)
  if (isNested(path)) {
    return `${shown} is a git repository of its own. Remove ${shown}.git to make its files part of this one.`
  }
  const forbidden = forbiddenPath(path)
  if (forbidden !== undefined) return `${shown} is ${forbidden}. Rename or remove it.`
  if (status.isSymbolicLink()) {
    return /(^|\/)\.?gi[^/]*$/i.test(shown) ? `${shown} must be a file: git takes no link in its place.` : undefined
  }
  if (!status.isFile()) return `${shown} is neither a file, a folder nor a link. Remove it.`
  if (status.size <= maxFileBytes) return undefined
  return `${shown} has ${status.size} bytes, and a commit takes files of up to ${maxFileBytes}. Add it to .gitignore or remove it.`
}

type FolderCheck = (path: Buffer) => Promise<boolean>

// Files behind a link belong elsewhere: the tracked ones count as deleted.
const statusOf = async (root: Buffer, path: Buffer, isRealFolder: FolderCheck): Promise<Stats | undefined> => {
  const own = isNested(path) ? path.subarray(0, -1) : path
  const parent = own.lastIndexOf(0x2f)
  if (parent !== -1 && !(await isRealFolder(own.subarray(0, parent)))) return undefined
  return lstat(Buffer.concat([root, own])).catch(undefinedIfAbsent)
}

const folderCheck = (root: Buffer): FolderCheck => {
  const answers = new Map<string, Promise<boolean>>()
  const check = async (path: Buffer): Promise<boolean> => {
    const parent = path.lastIndexOf(0x2f)
    if (parent !== -1 && !(await isRealFolder(path.subarray(0, parent)))) return false
    return (await lstat(Buffer.concat([root, path])).catch(undefinedIfAbsent))?.isDirectory() ?? false
  }
  const isRealFolder: FolderCheck = (path) => {
    const key = path.toString('latin1')
    const found = answers.get(key) ?? check(path)
    answers.set(key, found)
    return found
  }
  return isRealFolder
}

const makeReadable = async (path: Buffer) => {
  const status = await lstat(path)
  if (status.isFile() && (status.mode & 0o400) === 0) await chmod(path, (status.mode & 0o777) | 0o400)
}

const submodulesOf = async (git: GitBeside): Promise<string[]> =>
  (await git.entries())
    .filter((entry) => entry.subarray(0, 6).toString() === '160000')
    .map((entry) => entry.subarray(entry.indexOf(0x09) + 1).toString('latin1'))
