import { randomUUID } from 'node:crypto'
import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { ageMs } from '../packs/packs.ts'
import type { RepositoryCache } from '../packs/repository-cache.ts'
import type { ConfinedGit } from '../confined-git.ts'
import { hiddenPathIn, renameIfPresent, type Removals } from '../removals.ts'
import { scrubFolder, type ScrubbedFolder } from '../scans/scrub.ts'
import { treeOf } from '../commits/commits.ts'

/** How many worktrees are kept for the next task: per repository, and in bytes on the disk, for all together. */
const reusableLimits = { perRepository: 4, maxBytes: 4 * 1024 ** 3, partOfFreeDisk: 0.1 }

export type ReusableLimits = Readonly<typeof reusableLimits>

interface Reusable {
  readonly name: string
  readonly repositoryId: string
  readonly sizeBytes: number
  readonly tree: string | undefined
}

// Names that no list shows and no sweep of rubbish takes: they hold a dot, and do not begin with one.
const nameOf = (repositoryId: string, { sizeBytes, tree = '' }: ScrubbedFolder) =>
  `spare.${repositoryId}.${sizeBytes}.${tree}.${randomUUID()}`

const reusableOf = (name: string): Reusable[] => {
  const [, repositoryId, size, tree] = /^spare\.([^.]+)\.(\d+)\.(?:([0-9a-f]{40})\.)?/.exec(name) ?? []
  return repositoryId === undefined ? [] : [{ name, repositoryId, sizeBytes: Number(size), tree }]
}

/**
 * The worktrees of a folder that were scrubbed and wait for the next task of their repository. The longest waiting go
 * when there are too many bytes of them or too little of the disk is free; `sweep` removes worktrees that wait longer
 * than its limit, and `forget` the worktrees of a removed repository.
 */
export const openReusable = (
  folder: string,
  { cache, removals, confined }: { cache: RepositoryCache; removals: Removals; confined: ConfinedGit },
  some: Partial<ReusableLimits> = {},
) => {
  const limits = { ...reusableLimits, ...some }
  const all = async () => (await readdir(folder)).flatMap(reusableOf)
  const of = async (repositoryId: string) => (await all()).filter((one) => one.repositoryId === repositoryId)

  const mostBytes = async () => {
    const { bavail, bsize } = await statfs(folder)
    return Math.min(limits.maxBytes, bavail * bsize * limits.partOfFreeDisk)
  }

  const makeRoom = async (neededBytes: number): Promise<boolean> => {
    const most = await mostBytes()
    if (neededBytes > most) return false
    const reusable = await oldestFirst(folder, await all())
    let total = reusable.reduce((sum, { sizeBytes }) => sum + sizeBytes, neededBytes)
    for (const { name, sizeBytes } of reusable) {
      if (total <= most) break
      await removals.throwAway(join(folder, name))
      total -= sizeBytes
    }
    return true
  }

  return {
    /** A hidden worktree; `isFilled` if it is proven to hold the commit's files. Of two takers, a rename decides. */
    take: async (repositoryId: string, commit: string) => {
      const here = await of(repositoryId)
      const found =
        here.length === 0 ? [] : await cache.holding(repositoryId, (gitDir) => filledFirst(gitDir, commit, here))
      for (const { name, isFilled } of found) {
        const place = hiddenPathIn(folder)
        if (await renameIfPresent(join(folder, name), place)) return { place, isFilled }
      }
      return undefined
    },
    /** Scrubs a released worktree and keeps it; false when it has to be deleted. */
    keep: async (place: string, repositoryId: string): Promise<boolean> => {
      if ((await of(repositoryId)).length >= limits.perRepository) return false
      const scrub = (gitDir: string) => scrubFolder(confined, place, gitDir)
      const scrubbed = await cache.holding(repositoryId, scrub).catch(() => undefined)
      if (scrubbed === undefined || !(await makeRoom(scrubbed.sizeBytes))) return false
      return renameIfPresent(place, join(folder, nameOf(repositoryId, scrubbed)))
    },
    forget: async (repositoryId: string): Promise<void> => {
      await removals.settled()
      for (const { name } of await of(repositoryId)) await removals.throwAway(join(folder, name))
    },
    sweep: async (olderThanMs: number): Promise<void> => {
      for (const name of (await readdir(folder)).filter((each) => each.startsWith('spare.'))) {
        const status = await lstat(join(folder, name)).catch(undefinedIfAbsent)
        if (status && ageMs(status.ctimeMs) >= olderThanMs) await removals.throwAway(join(folder, name))
      }
    },
  }
}

const filledFirst = async (gitDir: string, commit: string, reusable: readonly Reusable[]) => {
  // A missing commit is refused where its history is shown.
  const tree = reusable.some((one) => one.tree) ? await treeOf(gitDir, commit).catch(() => undefined) : undefined
  return reusable
    .map(({ name, tree: held }) => ({ name, isFilled: held !== undefined && held === tree }))
    .sort((one, other) => Number(other.isFilled) - Number(one.isFilled))
}

/** A rename sets the change time, which shows since when a worktree waits. */
const oldestFirst = async (folder: string, reusable: readonly Reusable[]): Promise<readonly Reusable[]> => {
  const timed = await Promise.all(
    reusable.map(async (one) => ({
      one,
      since: (await lstat(join(folder, one.name)).catch(undefinedIfAbsent))?.ctimeMs,
    })),
  )
  return timed
    .filter(({ since }) => since !== undefined)
    .sort((one, other) => one.since! - other.since!)
    .map(({ one }) => one)
}
