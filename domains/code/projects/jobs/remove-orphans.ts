import { stat } from 'node:fs/promises'
import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { unknownRepositories } from '../store-deletion.ts'

const abandonedMs = 6 * 3_600_000
const batchSize = 1_000

interface Parts {
  readonly database: Database
  readonly repositories: Repositories
}

/** Removes repositories that an import admitted and never recorded, because its process died in between. */
export const removeOrphans = async ({ database, repositories }: Parts): Promise<void> => {
  const ids = await repositories.list()
  for (let from = 0; from < ids.length; from += batchSize) {
    const some = ids.slice(from, from + batchSize)
    for (const id of await database.identity((tx) => unknownRepositories(tx, some))) {
      const { mtimeMs } = await repositories.holding(id, (gitDir) => stat(gitDir))
      if (Date.now() - mtimeMs > abandonedMs) await repositories.remove(id)
    }
  }
}
