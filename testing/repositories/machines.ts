import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPackStore } from '../../execution/repositories/packs/pack-store.ts'
import type { KnownPack, PackRecords, StoredPack } from '../../execution/repositories/packs/packs.ts'
import { openRepositories } from '../../execution/repositories/open-repositories.ts'
import { removeTree } from '../../execution/repositories/removals.ts'
import type { Repositories } from '../../execution/repositories/repositories.ts'
import type { SandboxDriver } from '../../execution/sandbox/index.ts'
import { openDiskStore, type ObjectRemover, type ObjectStore } from '../../platform/storage/index.ts'

/** One of several machines: repositories over a folder of its own. */
export interface Machine {
  readonly repositories: Repositories
  gitDirOf(id: string): string
}

export interface Machines {
  readonly folder: string
  readonly objects: ObjectStore & ObjectRemover
  /** The rows of each repository. */
  readonly rows: Map<string, KnownPack[]>
  readonly records: PackRecords
  /** As the transaction does that makes the repository, or moves its branch. */
  record(id: string, packs: readonly StoredPack[]): void
  open(name: string, own?: { readonly objects?: ObjectStore; readonly records?: PackRecords }): Promise<Machine>
  end(): Promise<void>
}

/** Machines that share rows, here in memory, and an object store in a folder, and nothing else. */
export const openMachines = async (sandboxes?: SandboxDriver): Promise<Machines> => {
  const folder = await mkdtemp(join(tmpdir(), 'machines-'))
  const objects = await openDiskStore(join(folder, 'objects'))
  const rows = new Map<string, KnownPack[]>()
  const records = recordsIn(rows)
  const opened: Repositories[] = []
  return {
    folder,
    objects,
    rows,
    records,
    record: (id, packs) => recordIn(rows, id, packs),
    open: async (name, own = {}) => {
      const dataFolder = join(folder, name)
      const packs = openPackStore(own.objects ?? objects, own.records ?? records)
      const repositories = await openRepositories({ dataFolder, packs, sandboxes })
      opened.push(repositories)
      return { repositories, gitDirOf: (id) => join(dataFolder, 'cache', 'repositories', `${id}.git`) }
    },
    end: async () => {
      for (const each of opened) await each.close()
      await removeTree(folder)
    },
  }
}

const recordIn = (rows: Map<string, KnownPack[]>, id: string, packs: readonly StoredPack[]) => {
  const there = rows.get(id) ?? []
  const added = packs.filter(({ name }) => there.every((pack) => pack.name !== name))
  rows.set(id, [...there, ...added.map((pack) => ({ ...pack, createdAt: new Date(), isPruned: false }))])
}

const recordsIn = (rows: Map<string, KnownPack[]>): PackRecords => {
  const of = (id: string) => rows.get(id) ?? []
  return {
    of: async (id) => of(id),
    workspaceOf: async () => 'any',
    announce: async () => undefined,
    add: async ({ repositoryId: id }, packs, known) => {
      if (!known.every((name) => of(id).some((pack) => pack.name === name))) return false
      recordIn(rows, id, packs)
      const renewed = of(id).map((pack) => (known.includes(pack.name) ? { ...pack, createdAt: new Date() } : pack))
      rows.set(id, renewed)
      return true
    },
    replace: async ({ repositoryId: id }, { gone, made, createdAt, isPruned }) => {
      const isGone = (pack: KnownPack) =>
        gone.some(({ name, createdAt: seen }) => name === pack.name && seen.getTime() === pack.createdAt.getTime())
      if (of(id).filter(isGone).length < gone.length) return false
      const left = of(id).filter((pack) => !isGone(pack))
      rows.set(id, [...left, ...made.map((pack) => ({ ...pack, createdAt, isPruned }))])
      return true
    },
    markPruned: async (id, names) => {
      const marked = of(id).map((pack) => ({ ...pack, isPruned: pack.isPruned || names.includes(pack.name) }))
      rows.set(id, marked)
    },
  }
}
