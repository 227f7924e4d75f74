import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessAborted } from '../../../platform/waiting/index.ts'
import { syncPath, writeBare } from '../bare.ts'
import { type Eviction, noEviction } from './evict.ts'
import type { PackStore } from './pack-store.ts'
import { hiddenPathIn, removeTree } from '../removals.ts'

const idForm = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/

/**
 * Bare repositories of this machine, each a cache of its stored packs: any of them may disappear between two holds, and
 * comes again with the next one. An id of another form is a bug in the caller and throws.
 */
export interface RepositoryCache {
  /** Where a repository is while it is held. */
  pathOf(id: string): string
  /** Lends a repository's folder. An aborted `signal` throws; the fetch continues for the next caller. */
  holding<T>(id: string, work: (gitDir: string) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Like `holding`, until the returned function is called. */
  hold(id: string, signal?: AbortSignal): Promise<() => void>
  /** Makes a finished folder the repository, if it does not exist; it is fetched otherwise. */
  place(gitDir: string, id: string): Promise<void>
  /** A name in the same folder that no list shows. */
  hidden(): string
  /** Removes copies that were used longest ago, if there are too many bytes of them. */
  evict(): Promise<void>
  /** The ids of the repositories that are here. */
  list(): Promise<readonly string[]>
}

/** Repositories, with the store of their packs. */
export interface StoreParts {
  readonly cache: RepositoryCache
  readonly packs: PackStore
}

export const openRepositoryCache = (
  folder: string,
  packs: PackStore,
  eviction: Eviction = noEviction,
): RepositoryCache => {
  const pathOf = (id: string) => {
    if (!idForm.test(id)) throw new Error(`“${id.slice(0, 80)}” is not a repository id`)
    return join(folder, `${id}.git`)
  }
  const place = async (gitDir: string, id: string) => {
    try {
      // Rename onto a folder that is not empty fails: of two callers one is first.
      await rename(gitDir, pathOf(id))
      await syncPath(folder)
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      await removeTree(gitDir)
    }
  }
  const fetch = (id: string) =>
    packs.fetch(id, pathOf(id), async () => {
      const hidden = hiddenPathIn(folder)
      try {
        await writeBare(hidden, 'main')
        await place(hidden, id)
      } catch (error) {
        await removeTree(hidden)
        throw error
      }
    })
  const hold: RepositoryCache['hold'] = async (id, signal) => {
    const fetched = eviction.begin(id).then(() => fetch(id))
    try {
      if (await (signal ? unlessAborted(fetched, signal) : fetched)) void eviction.run().catch(() => undefined)
      return () => eviction.end(id)
    } catch (error) {
      // The fetch continues, and its copy stays until it ends.
      const end = () => eviction.end(id)
      fetched.then(end, end)
      throw error
    }
  }
  return {
    pathOf,
    hold,
    holding: async (id, work, signal) => {
      const release = await hold(id, signal)
      try {
        return await work(pathOf(id))
      } finally {
        release()
      }
    },
    place,
    hidden: () => hiddenPathIn(folder),
    evict: eviction.run,
    list: async () =>
      (await readdir(folder)).filter((name) => /^[^.].*\.git$/.test(name)).map((name) => name.slice(0, -'.git'.length)),
  }
}
