import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { isSameObject, StorageUnavailableError, undefinedIfAbsent } from '../../../platform/storage/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { syncPath } from '../bare.ts'
import { keysOf, PackLostError, RepositoryAbsentError } from './packs.ts'
import type { KnownPack, PackPlace, PackRecords, StoredPack } from './packs.ts'

const atOnce = 4
const packName = /^(pack-[0-9a-f]{40})\.pack$/

/** Stores the objects of repositories; the folders of a machine are caches. */
export interface PackStore {
  /** Whether fetched files are copies, and not the files of the store itself. */
  readonly copies: boolean
  /**
   * Brings a bare repository up to the stored state, and returns whether anything was fetched: `make` creates it if it
   * is missing. Objects that several callers lack are fetched once. Throws a RepositoryAbsentError if nothing is stored
   * of it, a PackLostError if a part no longer exists.
   */
  fetch(repositoryId: string, gitDir: string, make: () => Promise<void>): Promise<boolean>
  /** Whether anything is stored of a repository. */
  has(repositoryId: string): Promise<boolean>
  /** Puts packs of a folder with their indexes. They go again unless they are recorded. */
  put(place: PackPlace, folder: string, names: readonly string[], ends?: PutEnds): Promise<readonly StoredPack[]>
  /** Puts and records those packs of a folder that are not recorded, for an existing repository. */
  add(repositoryId: string, folder: string, names: readonly string[]): Promise<void>
  /** Fetches packs that were put and are not recorded yet into a bare repository. */
  take(repositoryId: string, gitDir: string, packs: readonly StoredPack[]): Promise<void>
  of(repositoryId: string): Promise<readonly KnownPack[]>
  /** Puts packs of a folder in the place of others; false if one of these no longer exists, or was stored again. */
  replace(repositoryId: string, change: FolderReplacement): Promise<boolean>
  markPruned(repositoryId: string, packs: readonly KnownPack[]): Promise<void>
}

/** An object store that takes longer than `withinMs` counts as unavailable. The database has times of its own. */
type PutEnds = { readonly signal?: AbortSignal | undefined } | { readonly withinMs: number }

interface FolderReplacement {
  readonly gone: readonly KnownPack[]
  readonly folder: string
  readonly names: readonly string[]
  readonly isPruned: boolean
}

/** The packs of repositories in an object store, with the rows that record the packs of each. */
export const openPackStore = (objects: ObjectStore, records: PackRecords): PackStore => {
  const fetching = new Map<string, Promise<void>>()
  const limit = pLimit(atOnce)
  const fetchOnce = (repositoryId: string, gitDir: string, pack: StoredPack) => {
    const key = join(gitDir, pack.name)
    const under = fetching.get(key) ?? limit(() => fetchPack(objects, repositoryId, gitDir, pack))
    fetching.set(key, under)
    const forget = () => void (fetching.get(key) === under && fetching.delete(key))
    under.then(forget, forget)
    return under
  }
  const put: PackStore['put'] = async (place, folder, names, ends = {}) => {
    const named = names.map((name) => ({ name, objectId: randomUUID() }))
    if (named.length === 0) return []
    await records.announce(place, named)
    return inTime(ends, async (signal) => {
      const stored: StoredPack[] = []
      for (const pack of named) stored.push(await putPack(objects, place.repositoryId, folder, pack, signal))
      return stored
    })
  }
  return {
    copies: objects.copies,
    fetch: async (repositoryId, gitDir, make) => {
      const packs = await records.of(repositoryId)
      if (packs.length === 0) throw new RepositoryAbsentError(repositoryId)
      const here = new Set(await readdir(packFolder(gitDir)).catch(undefinedIfAbsent))
      const missing = packs.filter(({ name }) => !here.has(`${name}.pack`) || !here.has(`${name}.idx`))
      if (missing.length === 0) return false
      if (here.size === 0) await make()
      await Promise.all(missing.map((pack) => fetchOnce(repositoryId, gitDir, pack)))
      return true
    },
    put,
    has: async (repositoryId) => (await records.of(repositoryId)).length > 0,
    add: async (repositoryId, folder, names) => {
      if (names.length === 0) return
      const place = { workspace: await records.workspaceOf(repositoryId), repositoryId }
      for (let isAdded = false; !isAdded;) {
        const there = (await records.of(repositoryId)).map(({ name }) => name)
        const known = names.filter((name) => there.includes(name))
        const missing = names.filter((name) => !known.includes(name))
        // Upkeep may take a known pack away in between: the pack is put again then.
        isAdded = await records.add(place, await put(place, folder, missing), known)
      }
    },
    take: async (repositoryId, gitDir, packs) => {
      for (const pack of packs) await limit(() => fetchPack(objects, repositoryId, gitDir, pack))
    },
    of: records.of,
    replace: async (repositoryId, { gone, folder, names, isPruned }) => {
      const place = { workspace: await records.workspaceOf(repositoryId), repositoryId }
      const replaced = gone.filter(({ name }) => !names.includes(name))
      const stays = names.filter((name) => gone.some((pack) => pack.name === name))
      const added = names.filter((name) => !stays.includes(name))
      const made = await put(place, folder, added)
      const createdAt = new Date(Math.max(...gone.map((pack) => pack.createdAt.getTime())))
      return records.replace(place, { gone: replaced, made, stays, createdAt, isPruned })
    },
    markPruned: (repositoryId, packs) =>
      records.markPruned(
        repositoryId,
        packs.map(({ name }) => name),
      ),
  }
}

const inTime = async <T>(ends: PutEnds, work: (signal?: AbortSignal) => Promise<T>): Promise<T> => {
  if (!('withinMs' in ends)) return work(ends.signal)
  const late = AbortSignal.timeout(ends.withinMs)
  try {
    return await work(late)
  } catch (error) {
    throw late.aborted ? new StorageUnavailableError({ cause: error }) : error
  }
}

/** The packs of a folder that have their index, by name. */
export const packsIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder)
  return names.flatMap((name) => packName.exec(name)?.[1] ?? []).filter((name) => names.includes(`${name}.idx`))
}

/** Copies packs from one repository to another, whole or not at all: a sandbox never sees the stored files. */
export const copyPacks = async (fromDir: string, gitDir: string, names: readonly string[]): Promise<void> => {
  // A pack before its index, by which git finds it.
  for (const name of names.flatMap((each) => [`${each}.pack`, `${each}.idx`])) {
    const path = join(packFolder(gitDir), name)
    const copy = `${path}.${randomUUID()}`
    await copyFile(join(packFolder(fromDir), name), copy)
    await rename(copy, path)
  }
}

export const packFolder = (gitDir: string) => join(gitDir, 'objects', 'pack')

const putPack = async (
  objects: ObjectStore,
  repositoryId: string,
  folder: string,
  pack: Pick<StoredPack, 'name' | 'objectId'>,
  signal: AbortSignal | undefined,
): Promise<StoredPack> => {
  const keys = keysOf(repositoryId, pack)
  const content = await objects.putFile(keys.pack, join(folder, `${pack.name}.pack`), signal)
  const index = await objects.putFile(keys.index, join(folder, `${pack.name}.idx`), signal)
  return {
    ...pack,
    packBytes: content.sizeBytes,
    packSha256: content.sha256,
    indexBytes: index.sizeBytes,
    indexSha256: index.sha256,
  }
}

/** A file without the stored bytes never gets a name that git looks at. */
const fetchPack = async (objects: ObjectStore, repositoryId: string, gitDir: string, pack: StoredPack) => {
  // Another caller may have fetched it since this caller looked.
  if ((await packsIn(packFolder(gitDir))).includes(pack.name)) return
  const keys = keysOf(repositoryId, pack)
  const { packBytes, packSha256, indexBytes, indexSha256 } = pack
  const parts = [
    { key: keys.pack, ending: 'pack', expected: { sizeBytes: packBytes, sha256: packSha256 } },
    { key: keys.index, ending: 'idx', expected: { sizeBytes: indexBytes, sha256: indexSha256 } },
  ]
  const folder = join(gitDir, fetchedFolder, randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    for (const { key, ending, expected } of parts) {
      const fetched = await objects.fetchFile(key, join(folder, ending))
      if (!fetched) throw new PackLostError(repositoryId, key, 'gone')
      if (!isSameObject(fetched, expected)) throw new PackLostError(repositoryId, key, 'altered')
    }
    const packs = packFolder(gitDir)
    // A pack before its index, by which git finds it.
    for (const { ending } of parts) await rename(join(folder, ending), join(packs, `${pack.name}.${ending}`))
    await syncPath(packs)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a bare repository: packs that are being fetched. Git does not look there. */
export const fetchedFolder = 'fetched'
