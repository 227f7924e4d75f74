import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Shelf } from './bare.ts'
import { git } from './git.ts'
import { assertSha } from './refs.ts'
import type { Worktree, WorktreePool } from './repositories.ts'
import { openRubbish, removeTree, unlessAbsent } from './rubbish.ts'

const nameForm = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/

/**
 * The worktrees in a folder. Each is two folders: `files`, which a sandbox may write to, and `git`, which holds HEAD
 * and the index and stays out of its reach. A folder that an agent had is never given to another task: it is renamed
 * away and deleted, one folder at a time, while nobody waits.
 */
export const openWorktrees = (folder: string, shelf: Shelf) => {
  const rubbish = openRubbish(folder)
  const worktreeOf = (name: string, repositoryId: string): Worktree => ({
    name,
    repositoryId,
    path: join(folder, name, 'files'),
    readonly: [join(folder, name, 'git'), shelf.pathOf(repositoryId)],
    environment: sandboxEnvironment,
  })
  const pool: WorktreePool = {
    acquire: async (repositoryId, { commit, name = randomUUID() }) => {
      if (!nameForm.test(name)) throw new Error(`“${name.slice(0, 80)}” is not a worktree's name`)
      await rubbish.throwAway(join(folder, name))
      await build(folder, name, shelf.pathOf(repositoryId), commit)
      return worktreeOf(name, repositoryId)
    },
    find: async (name) => {
      const common =
        nameForm.test(name) && (await readFile(join(folder, name, 'git', 'commondir'), 'utf8').catch(unlessAbsent))
      return common ? worktreeOf(name, basename(common.trim(), '.git')) : undefined
    },
    reset: async (worktree, { commit, tree }) => {
      assertSha(commit)
      await rewritePointer(worktree)
      await fill(worktreeGit(worktree), tree ?? commit)
      await git(['clean', '-d', '--force', '--force', '--quiet'], worktreeGit(worktree))
      await writeHead(worktree, commit)
    },
    release: (worktree) => rubbish.throwAway(join(folder, worktree.name)),
    list: async () => (await readdir(folder)).filter((name) => nameForm.test(name)),
  }
  return { pool, sweep: rubbish.sweep, settled: rubbish.settled }
}

// Inside, the files may seem to belong to someone else, and git would refuse to look at them.
const sandboxEnvironment = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
  GIT_OPTIONAL_LOCKS: '0',
}

/** How host git is called for a worktree: nothing is read from the `.git` that lies in the files. */
export const worktreeGit = (worktree: Worktree) => ({
  gitDir: worktree.readonly[1]!,
  workTree: worktree.path,
  indexFile: join(worktree.readonly[0]!, 'index'),
})

/** Tells git inside the sandbox which commit the files come from. */
export const writeHead = async (worktree: Worktree, commit: string) => {
  const head = join(worktree.readonly[0]!, 'HEAD')
  await writeFile(`${head}.new`, `${commit}\n`)
  await rename(`${head}.new`, head)
}

const build = async (folder: string, name: string, gitDir: string, commit: string) => {
  assertSha(commit)
  const unfinished = join(folder, `.${randomUUID()}`)
  const files = join(unfinished, 'files')
  const own = join(unfinished, 'git')
  await mkdir(files, { recursive: true })
  await mkdir(own)
  await Promise.all([
    writeFile(join(files, '.git'), `gitdir: ${join(folder, name, 'git')}\n`, { mode: 0o444 }),
    writeFile(join(own, 'HEAD'), `${commit}\n`),
    writeFile(join(own, 'commondir'), `${gitDir}\n`),
    fill({ gitDir, workTree: files, indexFile: join(own, 'index') }, commit),
  ])
  await rename(unfinished, join(folder, name))
}

// What the agent changed in place of tracked files is overwritten; a folder that it replaced by a link is made again.
const fill = (places: { gitDir: string; workTree: string; indexFile: string }, tree: string) =>
  git(['read-tree', '--reset', '-u', '--no-recurse-submodules', tree], { ...places, timeoutMs: 15 * 60_000 })

const rewritePointer = async (worktree: Worktree) => {
  const pointer = join(worktree.path, '.git')
  const expected = `gitdir: ${worktree.readonly[0]!}\n`
  const entry = await lstat(pointer).catch(unlessAbsent)
  if (entry?.isFile() && entry.size === expected.length && (await readFile(pointer, 'utf8')) === expected) return
  await removeTree(pointer)
  await writeFile(pointer, expected, { mode: 0o444, flag: 'wx' })
}
