import { link, lstat, mkdir, readdir, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { ageMs } from '../packs/packs.ts'
import { writeRules } from '../bare.ts'
import { git } from '../git.ts'
import { hiddenPathIn, type Removals, removeTree } from '../removals.ts'
import { isAncestor } from '../commits/commits.ts'
import { packNames } from '../packs/write-pack.ts'
import type { RepositoryCache } from '../packs/repository-cache.ts'

const keptMost = 8
const packsMost = 20
const prefix = 'history.'

/**
 * The visible history of a sandbox: a git folder with exactly the objects that a commit reaches, without other
 * branches, reflogs or unreachable objects, which may have the answer to a task. The packs are made once for a commit,
 * from the packs of an ancestor if there are any, and shared by hard links.
 */
export const openHistories = (folder: string, cache: Pick<RepositoryCache, 'holding'>, removals: Removals) => {
  const placeOf = (repositoryId: string) => join(folder, `${prefix}${repositoryId}`)
  return {
    /** Makes `gitFolder` a repository that holds the commit's history and no reference. */
    show: async (repositoryId: string, commit: string, gitFolder: string, signal?: AbortSignal): Promise<void> => {
      const place = placeOf(repositoryId)
      const packs = join(gitFolder, 'objects', 'pack')
      await rm(join(gitFolder, 'objects'), { recursive: true, force: true })
      await mkdir(packs, { recursive: true })
      await mkdir(join(gitFolder, 'refs'), { recursive: true })
      // Where an earlier version led git to the whole repository.
      await rm(join(gitFolder, 'commondir'), { force: true })
      await writeRules(gitFolder)
      await writeFile(join(gitFolder, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n')
      const isThere = await linkAll(join(place, commit), packs)
      if (isThere) return
      const build = (gitDir: string) => buildHistory(folder, place, { gitDir, commit, signal })
      const built = await cache.holding(repositoryId, build, signal)
      await linkAll(built, packs)
      await mkdir(place, { recursive: true })
      // Another process may have been faster: both hold the same objects.
      await rename(built, join(place, commit)).catch(() => removeTree(built))
      await prune(place, removals)
    },
    forget: (repositoryId: string) => removals.throwAway(placeOf(repositoryId)),
    sweep: async (olderThanMs: number) => {
      for (const name of (await readdir(folder)).filter((each) => each.startsWith(prefix))) {
        const entries = await entriesOf(join(folder, name))
        for (const { path, usedAtMs } of entries)
          if (ageMs(usedAtMs) >= olderThanMs) removals.later(() => removeTree(path))
        // Which fails unless it is empty.
        removals.later(() => rmdir(join(folder, name)))
      }
    },
  }
}

export type Histories = ReturnType<typeof openHistories>

/** False if there is nothing to link, or another process removes it. */
const linkAll = async (from: string, to: string): Promise<boolean> => {
  const names = await readdir(from).catch(undefinedIfAbsent)
  if (!names) return false
  try {
    for (const name of names) await link(join(from, name), join(to, name))
    await utimes(from, new Date(), new Date())
    return true
  } catch (error) {
    undefinedIfAbsent(error as NodeJS.ErrnoException)
    for (const name of await readdir(to)) await rm(join(to, name), { force: true })
    return false
  }
}

const buildHistory = async (
  folder: string,
  place: string,
  { gitDir, commit, signal }: { gitDir: string; commit: string; signal: AbortSignal | undefined },
) => {
  const hidden = hiddenPathIn(folder)
  await mkdir(hidden)
  try {
    const ancestor = await linkAncestor(place, gitDir, commit, hidden)
    await pack(gitDir, hidden, [commit, ...(ancestor === undefined ? [] : [`^${ancestor}`])], signal)
    return hidden
  } catch (error) {
    await removeTree(hidden)
    throw error
  }
}

/** Shows a commit with its history in a git folder, beside earlier ones. Returns the names of its packs. */
export const showCommit = (gitDir: string, gitFolder: string, commit: string, seen?: string): Promise<string[]> =>
  pack(gitDir, join(gitFolder, 'objects', 'pack'), [commit, ...(seen === undefined ? [] : [`^${seen}`])])

/** Shows a git folder the files of a tree that no commit has, beside a commit that it shows already. */
export const showTree = (gitDir: string, gitFolder: string, tree: string, commit: string): Promise<unknown> =>
  pack(gitDir, join(gitFolder, 'objects', 'pack'), [tree, `^${commit}`])

// Existing deltas are used again; searching for new ones takes longer than a sandbox takes to start.
const how = ['--revs', '--quiet', '--non-empty', '--delta-base-offset', '--window=0', '--threads=1']

const pack = async (gitDir: string, folder: string, commits: readonly string[], signal?: AbortSignal) => {
  const { stdout } = await git(['pack-objects', ...how, join(folder, 'pack')], {
    gitDir,
    input: commits.map((one) => `${one}\n`).join(''),
    timeoutMs: 15 * 60_000,
    signal,
  })
  return packNames(stdout)
}

/** Takes over the packs of the newest ancestor with a stored history, and returns its sha. */
const linkAncestor = async (place: string, gitDir: string, commit: string, to: string) => {
  for (const { name, path } of (await entriesOf(place)).reverse()) {
    const packs = (await readdir(path).catch(undefinedIfAbsent)) ?? []
    if (packs.length > 2 * packsMost || !(await isAncestor(gitDir, name, commit))) continue
    if (await linkAll(path, to)) return name
  }
  return undefined
}

interface Entry {
  readonly name: string
  readonly path: string
  readonly usedAtMs: number
}

/** The histories of a repository, the last used at the end. */
const entriesOf = async (place: string): Promise<Entry[]> => {
  const entries: Entry[] = []
  for (const name of (await readdir(place).catch(undefinedIfAbsent)) ?? []) {
    const status = await lstat(join(place, name)).catch(undefinedIfAbsent)
    if (status) entries.push({ name, path: join(place, name), usedAtMs: status.mtimeMs })
  }
  return entries.sort((one, other) => one.usedAtMs - other.usedAtMs)
}

const prune = async (place: string, removals: Removals) => {
  const entries = await entriesOf(place)
  for (const { path } of entries.slice(0, -keptMost)) removals.later(() => removeTree(path))
}
