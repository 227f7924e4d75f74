import type { Stats } from 'node:fs'
import { chmod, lstat } from 'node:fs/promises'
import { changedFiles } from './compare.ts'
import { treeOf, writeCommit } from './commits.ts'
import { git, splitNul } from './git.ts'
import { forbiddenPath, shownPath, treePathOf } from './paths.ts'
import type { CommitRequest, Committed, LeftOut, Worktree } from './repositories.ts'
import { openModes, removeTraps, unlessAbsent } from './removals.ts'
import { showCommit } from './visible-history.ts'
import { readHead, worktreeGit, writeHead } from './worktrees.ts'

/** What one commit may take from a worktree. */
export interface CommitLimits {
  readonly maxFiles: number
  readonly maxFileBytes: number
  /** Of all changed files together, holes included: git reads and packs every byte of them, outside of the sandbox. */
  readonly maxBytes: number
}

const mebibyte = 1024 * 1024
export const commitLimits: CommitLimits = {
  maxFiles: 20_000,
  maxFileBytes: 100 * mebibyte,
  maxBytes: 2048 * mebibyte,
}

// Git reads every byte that changed: of gigabytes, on a slow disk.
const hashingMs = 15 * 60_000

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
 * Commits all that is not ignored. The agent had the folder, so that nothing in it is trusted: no attribute, filter,
 * hook or nested repository has a say, and what cannot be part of a commit is left out and reported. No process of the
 * sandbox may be alive. Throws a `TooManyChangesError` beyond the limits.
 */
export const commitWorktree = async (
  worktree: Worktree,
  request: CommitRequest,
  some: Partial<CommitLimits> = {},
): Promise<Committed> => {
  const limits = { ...commitLimits, ...some }
  const places = worktreeGit(worktree)
  const { add, remove, leftOut, addBytes } = await sort(worktree, await changedPaths(worktree, limits), limits)
  if (addBytes > limits.maxBytes) throw new TooManyChangesError(`${addBytes} bytes`, limits.maxBytes)
  if (remove.length > 0) await updateIndex(places, ['--force-remove'], remove)
  if (add.length > 0) await updateIndex(places, ['--add', '--remove', '--replace'], add)
  const [tree, before] = await Promise.all([writeTree(places), treeOf(places.gitDir, request.parents[0]!)])
  if (tree === before && request.parents.length === 1) return { unchanged: true, leftOut }
  const sha = await writeCommit(places.gitDir, { ...request, tree })
  const head = await readHead(worktree)
  await showCommit(worktree.gitDir, worktree.readonly[0]!, sha, head)
  await writeHead(worktree, sha)
  return { sha, changed: await changedFiles(places.gitDir, before, tree, limits.maxFiles + 1), leftOut }
}

type GitPaths = ReturnType<typeof worktreeGit>

/** Tracked and changed or gone, or untracked and not ignored. A nested repository ends with a slash. */
const changedPaths = async (worktree: Worktree, { maxFiles }: CommitLimits): Promise<Buffer[]> => {
  const argv = ['ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard']
  const list = async () => {
    await removeTraps(worktree.path)
    return git(argv, { ...worktreeGit(worktree), timeoutMs: hashingMs })
  }
  await openTop(worktree)
  let listed = await list()
  // Folders that forbid reading hide files, which then look deleted.
  if (listed.stderr !== '') {
    await openModes(worktree.path)
    listed = await list()
  }
  const paths = new Map(splitNul(listed.stdout).map((path) => [path.toString('latin1'), path]))
  if (paths.size > maxFiles) throw new TooManyChangesError(`${paths.size} files`, maxFiles)
  return [...paths.values()]
}

/** A top folder that forbids reading would stop git itself. */
const openTop = async ({ path }: Worktree) => {
  const { mode } = await lstat(path)
  if ((mode & 0o700) !== 0o700) await chmod(path, (mode & 0o777) | 0o700)
}

interface Sorted {
  readonly add: Buffer[]
  readonly remove: Buffer[]
  readonly leftOut: LeftOut[]
  addBytes: number
}

const sort = async (worktree: Worktree, paths: readonly Buffer[], limits: CommitLimits): Promise<Sorted> => {
  const root = Buffer.from(`${worktree.path}/`)
  const isRealFolder = folderCheck(root)
  const statuses = await Promise.all(paths.map((path) => statusOf(root, path, isRealFolder)))
  // Of tracked paths, only a submodule or a file that became a folder is a folder here.
  const submodules = statuses.some((status) => status?.isDirectory()) ? await submodulesOf(worktreeGit(worktree)) : []
  const sorted: Sorted = { add: [], remove: [], leftOut: [], addBytes: 0 }
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
      // What stands in the place of a tracked file without being one: the file itself is gone.
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

// Behind a link lie files of someone else: what git tracked there counts as deleted.
const statusOf = async (root: Buffer, path: Buffer, isRealFolder: FolderCheck): Promise<Stats | undefined> => {
  const own = isNested(path) ? path.subarray(0, -1) : path
  const parent = own.lastIndexOf(0x2f)
  if (parent !== -1 && !(await isRealFolder(own.subarray(0, parent)))) return undefined
  return lstat(Buffer.concat([root, own])).catch(unlessAbsent)
}

const folderCheck = (root: Buffer): FolderCheck => {
  const known = new Map<string, Promise<boolean>>()
  const check = async (path: Buffer): Promise<boolean> => {
    const parent = path.lastIndexOf(0x2f)
    if (parent !== -1 && !(await isRealFolder(path.subarray(0, parent)))) return false
    return (await lstat(Buffer.concat([root, path])).catch(unlessAbsent))?.isDirectory() ?? false
  }
  const isRealFolder: FolderCheck = (path) => {
    const key = path.toString('latin1')
    const found = known.get(key) ?? check(path)
    known.set(key, found)
    return found
  }
  return isRealFolder
}

const makeReadable = async (path: Buffer) => {
  const status = await lstat(path)
  if (status.isFile() && (status.mode & 0o400) === 0) await chmod(path, (status.mode & 0o777) | 0o400)
}

const submodulesOf = async (places: GitPaths): Promise<string[]> =>
  splitNul((await git(['ls-files', '-z', '--stage'], places)).stdout)
    .filter((entry) => entry.subarray(0, 6).toString() === '160000')
    .map((entry) => entry.subarray(entry.indexOf(0x09) + 1).toString('latin1'))

const updateIndex = (places: GitPaths, options: readonly string[], paths: readonly Buffer[]) =>
  git(['update-index', ...options, '-z', '--stdin'], {
    ...places,
    input: Buffer.concat(paths.flatMap((path) => [path, Buffer.of(0)])),
    timeoutMs: hashingMs,
  })

const writeTree = async (places: GitPaths) =>
  (await git(['write-tree'], { ...places, timeoutMs: hashingMs })).stdout.toString().trim()
