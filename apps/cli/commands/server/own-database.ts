import { join } from 'node:path'
import type { Configuration } from '../../../../platform/configuration/index.ts'
import { openDatabase, type Database } from '../../../../platform/db/database.ts'
import { addressOfRunning } from '../../../../platform/db/embedded.ts'
import { conflict } from '../../failure.ts'

/** Works with the database of the settings, as the server does; an embedded one has to run. */
export const withOwnDatabase = async <T>(
  storage: Configuration['storage'],
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const url = storage.databaseUrl ?? (await addressOfRunning(join(storage.dataFolder, 'postgres')))
  if (url === undefined) throw conflict('not_running', 'The embedded database is not running. Start the server first.')
  const database = openDatabase({ url, connections: 2, pipeline: storage.pipeline })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
