import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { isOld } from './packs.ts'
import { fetchedFolder, packFolder, type PackStore } from './pack-store.ts'
import type { Removals } from '../removals.ts'
import type { RepositoryCache } from './repository-cache.ts'

interface SweepParts {
  readonly cache: RepositoryCache
  readonly packs: PackStore
  readonly removals: Removals
  /** Forgets everything else that this machine keeps of a repository. */
  readonly forget: (id: string) => Promise<void>
}

/**
 * Removes files from this machine that are older and not stored: repositories that were removed, packs that others
 * replaced, loose objects, which packs hold as well, and fetched files of dead processes.
 */
export const sweepCache = async (parts: SweepParts, olderThanMs: number): Promise<void> => {
  const { cache, packs, removals, forget } = parts
  for (const id of await cache.list()) {
    const gitDir = cache.pathOf(id)
    const stored = new Set((await packs.of(id)).map(({ name }) => name))
    if (stored.size === 0) {
      if (!(await isOld(gitDir, olderThanMs))) continue
      await removals.throwAway(gitDir)
      await forget(id)
      continue
    }
    const old: string[] = []
    for (const path of await leftIn(gitDir, stored)) if (await isOld(path, olderThanMs)) old.push(path)
    // Their replacements are stored before they are removed.
    if (old.length > 0)
      await cache.holding(id, () => Promise.all(old.map((path) => rm(path, { recursive: true, force: true }))))
  }
}

const leftIn = async (gitDir: string, stored: ReadonlySet<string>): Promise<string[]> => {
  const objects = join(gitDir, 'objects')
  const [packed, folders, fetched] = await Promise.all(
    [packFolder(gitDir), objects, join(gitDir, fetchedFolder)].map(namesIn),
  )
  const paths = packed!
    .filter((name) => !stored.has(name.slice(0, packNameLength)))
    .map((name) => join(packFolder(gitDir), name))
  paths.push(...fetched!.map((name) => join(gitDir, fetchedFolder, name)))
  for (const folder of folders!.filter((name) => /^[0-9a-f]{2}$/.test(name)))
    paths.push(...(await namesIn(join(objects, folder))).map((name) => join(objects, folder, name)))
  return paths
}

// “pack-” and 40 digits; its files have endings.
const packNameLength = 45

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(undefinedIfAbsent)) ?? []
