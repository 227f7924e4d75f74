import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Parts } from '../apps/server/parts.ts'
import { openPackRecords } from '../domains/code/repository-records/pack-records.ts'
import { openPackStore, openRepositories, type Repositories } from '../execution/repositories/index.ts'

const reads = [
  'manifestOf',
  'bundle',
  'commitBundle',
  'pack',
  'serveHistory',
  'compare',
  'archive',
  'patch',
  'mergeBase',
  'isAncestor',
  'commitExists',
  'treeOf',
  'pathsOf',
  'readFiles',
  'readPieces',
  'readFile',
] as const satisfies readonly (keyof Repositories)[]

/** Whether tests run with a second reader: `ATELIER_TEST_SECOND_READER=1 bin/test …`. */
export const hasSecondReader = process.env.ATELIER_TEST_SECOND_READER === '1'

/**
 * Lets repositories over a data folder of their own answer each read of a server, as a machine does that shares the
 * database and the objects alone. Worktrees stay those of the server. Gives what ends it, after the server.
 */
export const readElsewhere = async ({
  repositories,
  objects,
  database,
  sandboxes,
}: Pick<Parts, 'repositories' | 'objects' | 'database' | 'sandboxes'>): Promise<() => Promise<void>> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-reader-'))
  const packs = openPackStore(objects, openPackRecords(database))
  const second = await openRepositories({ dataFolder, packs, sandboxes })
  const { changesIn, patchIn, fileIn } = repositories.reads
  Object.assign(repositories, Object.fromEntries(reads.map((name) => [name, second[name]])), {
    reads: { ...second.reads, changesIn, patchIn, fileIn },
  })
  return async () => {
    await second.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
