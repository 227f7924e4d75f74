import { lstat, readdir, rename, statfs, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { isOld } from './packs.ts'
import { packFolder } from './pack-store.ts'
import { hiddenPathIn, renameIfPresent, removeTree, type Removals } from '../removals.ts'

/** How much of a disk copies of repositories may take. */
export interface EvictionLimits {
  readonly mostBytes: (cacheBytes: number) => Promise<number>
  /** Another process of this machine may be using copies that were used so lately. */
  readonly unusedMs: number
}

const minuteMs = 60_000

/** Half of what would be free without the copies, and nothing that was used within ten minutes. */
const evictionLimits = (folder: string): EvictionLimits => ({
  mostBytes: async (cacheBytes) => {
    const { bavail, bsize } = await statfs(folder)
    return (bavail * bsize + cacheBytes) / 2
  },
  unusedMs: 10 * minuteMs,
})

export interface Eviction {
  /** Notes that a repository is used from now on; waits if it is being removed. */
  begin(id: string): Promise<void>
  end(id: string): void
  /** Removes copies that were used longest ago, until the rest is small enough. Never copies in use. */
  run(): Promise<void>
}

/** For a folder whose files the object store has itself: nothing is copied, and nothing has to go. */
export const noEviction: Eviction = {
  begin: () => Promise.resolve(),
  end: () => undefined,
  run: () => Promise.resolve(),
}

/**
 * The uses of copies of repositories, so that the least recently used copies can go. A folder bears the time of its
 * last use, which other processes of this machine read, and a long use renews it.
 */
export const openEviction = (folder: string, removals: Removals, limits = evictionLimits(folder)): Eviction => {
  const used = new Map<string, number>()
  const leaving = new Map<string, Promise<unknown>>()
  const touch = (id: string) =>
    utimes(join(folder, `${id}.git`), new Date(), new Date()).catch((error: NodeJS.ErrnoException) => {
      // Nothing goes from a disk that is read-only, and its files can be read.
      if (error.code !== 'EROFS') undefinedIfAbsent(error)
    })
  let renewing: NodeJS.Timeout | undefined
  const renew = () => {
    if (used.size === 0) {
      clearInterval(renewing)
      renewing = undefined
    } else renewing ??= setInterval(() => void Promise.all([...used.keys()].map(touch)), minuteMs).unref()
  }
  const evict = async (id: string) => {
    const place = join(folder, `${id}.git`)
    const hidden = hiddenPathIn(folder, `${id}-`)
    if (!(await renameIfPresent(place, hidden))) return
    // Another process has begun to use it.
    if (!(await isOld(hidden, limits.unusedMs)) && (await rename(hidden, place).then(() => true, wasMade))) return
    removals.later(() => removeTree(hidden))
  }
  const run = async () => {
    const found = await copiesIn(folder)
    const total = found.reduce((sum, { bytes }) => sum + bytes, 0)
    let surplus = total - (await limits.mostBytes(total))
    for (const { id, bytes } of found.sort((one, other) => one.usedAtMs - other.usedAtMs)) {
      if (surplus <= 0) return
      if (used.has(id) || leaving.has(id) || !(await isOld(join(folder, `${id}.git`), limits.unusedMs))) continue
      if (used.has(id)) continue
      const going = evict(id).finally(() => leaving.delete(id))
      leaving.set(id, going)
      await going
      surplus -= bytes
    }
  }
  let running: Promise<void> | undefined
  return {
    begin: async (id) => {
      used.set(id, (used.get(id) ?? 0) + 1)
      renew()
      await leaving.get(id)
      await touch(id)
    },
    end: (id) => {
      const left = used.get(id)! - 1
      if (left > 0) used.set(id, left)
      else used.delete(id)
      renew()
    },
    run: () => (running ??= run().finally(() => (running = undefined))),
  }
}

/** False if the other process has made it again. */
const wasMade = (error: NodeJS.ErrnoException) => {
  if (['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) return false
  throw error
}

const copiesIn = async (folder: string) => {
  const copies = []
  for (const name of (await readdir(folder)).filter((each) => /^[^.].*\.git$/.test(each))) {
    const status = await lstat(join(folder, name)).catch(undefinedIfAbsent)
    if (!status) continue
    const packs = packFolder(join(folder, name))
    const files = (await readdir(packs).catch(undefinedIfAbsent)) ?? []
    const sizes = await Promise.all(
      files.map(async (file) => (await lstat(join(packs, file)).catch(undefinedIfAbsent))?.size ?? 0),
    )
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    copies.push({ id: name.slice(0, -'.git'.length), bytes, usedAtMs: status.mtimeMs })
  }
  return copies
}
