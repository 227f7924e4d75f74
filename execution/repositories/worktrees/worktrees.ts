import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import type { RepositoryCache } from '../packs/repository-cache.ts'
import type { ConfinedGit } from '../confined-git.ts'
import { assertSha } from '../refs.ts'
import type { Worktree, WorktreePool } from '../repositories.ts'
import { hiddenPathIn, renameIfPresent, openRemovals, removeTree, removeTraps } from '../removals.ts'
import { openReusable, type ReusableLimits } from './reusable-worktrees.ts'
import { openServedHistories } from '../protocol/serve-history.ts'
import { openHistories, showTree } from '../protocol/visible-history.ts'
import { fill, partsIn, type WorktreeParts } from './worktree-git.ts'

// In the git folder: which repository a worktree is of.
const ownerFile = 'repository'
const nameForm = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/

/**
 * The worktrees in a folder. Each is two folders: `files`, which a sandbox may write to, and `git`, which holds HEAD,
 * the index and the history of its commit, and which it may read. A released one is scrubbed and kept for its
 * repository's next task, because ext4 needs seconds for new files where many were just deleted; one that cannot be
 * proven clean is deleted. See decisions/0008.
 */
export const openWorktrees = (
  folder: string,
  cache: RepositoryCache,
  confined: ConfinedGit,
  limits?: Partial<ReusableLimits>,
) => {
  const removals = openRemovals(folder)
  const histories = openHistories(folder, cache, removals)
  const reusable = openReusable(folder, { cache, removals, confined }, limits)
  const worktreeOf = (name: string, repositoryId: string): Worktree =>
    worktreeIn(join(folder, name), { name, repositoryId, gitDir: cache.pathOf(repositoryId) })
  const pool: WorktreePool = {
    acquire: async (repositoryId, { commit, name = randomUUID(), signal }) => {
      assertName(name)
      assertSha(commit)
      await removals.throwAway(join(folder, name))
      const { place, isFilled } = (await reusable.take(repositoryId, commit)) ?? (await makeFolder(folder))
      try {
        const worktree = worktreeOf(name, repositoryId)
        await furnish(place, worktree, commit)
        await histories.show(repositoryId, commit, join(place, 'git'), signal)
        if (!isFilled) await fill(confined, partsIn(place), commit, { signal })
        await rename(place, join(folder, name))
        return worktree
      } catch (error) {
        removals.later(() => removeTree(place))
        throw error
      }
    },
    find: async (name) => {
      if (!nameForm.test(name)) return undefined
      const repositoryId = await readFile(join(folder, name, 'git', ownerFile), 'utf8').catch(undefinedIfAbsent)
      return repositoryId === undefined ? undefined : worktreeOf(name, repositoryId)
    },
    reset: async (worktree, { commit, tree, signal }) => {
      assertSha(commit)
      const { git } = partsOf(worktree)
      await histories.show(worktree.repositoryId, commit, git, signal)
      if (tree !== undefined)
        await cache.holding(worktree.repositoryId, (gitDir) => showTree(gitDir, git, tree, commit), signal)
      await refill(confined, worktree, tree ?? commit, signal)
      await writeHead(worktree, commit)
    },
    release: async ({ name, repositoryId }) => {
      const place = hiddenPathIn(folder)
      if (!(await renameIfPresent(join(folder, name), place))) return
      removals.later(async () => (await reusable.keep(place, repositoryId)) || removeTree(place))
    },
    discard: async (name) => {
      if (nameForm.test(name)) await removals.throwAway(join(folder, name))
    },
    list: async () => (await readdir(folder)).filter((name) => nameForm.test(name)),
  }
  const sweep = async (olderThanMs: number) => {
    for (const each of [reusable, histories, removals]) await each.sweep(olderThanMs)
  }
  const forget = async (repositoryId: string) => {
    await reusable.forget(repositoryId)
    await histories.forget(repositoryId)
  }
  const served = openServedHistories(folder, histories, removals)
  return { pool, served, forget, sweep, settled: removals.settled }
}

const assertName = (name: string) => {
  if (!nameForm.test(name)) throw new Error(`“${name.slice(0, 80)}” is not a worktree's name`)
}

const worktreeIn = (place: string, own: Pick<Worktree, 'name' | 'repositoryId' | 'gitDir'>): Worktree => {
  const { files: path, git } = partsIn(place)
  return { ...own, path, readonly: [git], environment: sandboxEnvironment }
}

/** Makes the files those of a tree, despite an agent's changes; ignored files stay. */
const refill = async (confined: ConfinedGit, worktree: Worktree, tree: string, signal: AbortSignal | undefined) => {
  await rewritePointer(worktree)
  await removeTraps(worktree.path)
  await fill(confined, partsOf(worktree), tree, { clean: ['-d'], signal })
}

// Inside, the files may seem to have another owner, and git would refuse to look at them.
const sandboxEnvironment = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
  GIT_OPTIONAL_LOCKS: '0',
}

export const partsOf = (worktree: Worktree): WorktreeParts => ({ files: worktree.path, git: worktree.readonly[0]! })

/** The commit that git inside the sandbox sees as HEAD. */
export const readHead = async (worktree: Worktree): Promise<string> =>
  (await readFile(join(worktree.readonly[0]!, 'HEAD'), 'utf8')).trim()

/** Records for git inside the sandbox which commit the files come from. */
export const writeHead = async (worktree: Worktree, commit: string) => {
  const head = join(worktree.readonly[0]!, 'HEAD')
  await writeFile(`${head}.new`, `${commit}\n`)
  await rename(`${head}.new`, head)
}

const makeFolder = async (folder: string) => {
  const place = hiddenPathIn(folder)
  await mkdir(join(place, 'files'), { recursive: true })
  await mkdir(join(place, 'git'))
  return { place, isFilled: false }
}

const furnish = async (place: string, worktree: Worktree, commit: string) => {
  await writeFile(join(place, 'files', '.git'), pointerOf(worktree), { mode: 0o444, flag: 'wx' })
  await writeFile(join(place, 'git', 'HEAD'), `${commit}\n`)
  await writeFile(join(place, 'git', ownerFile), worktree.repositoryId)
}

const pointerOf = (worktree: Worktree) => `gitdir: ${worktree.readonly[0]!}\n`

const rewritePointer = async (worktree: Worktree) => {
  const pointer = join(worktree.path, '.git')
  const expected = pointerOf(worktree)
  const entry = await lstat(pointer).catch(undefinedIfAbsent)
  if (entry?.isFile() && entry.size === expected.length && (await readFile(pointer, 'utf8')) === expected) return
  await removeTree(pointer)
  await writeFile(pointer, expected, { mode: 0o444, flag: 'wx' })
}
