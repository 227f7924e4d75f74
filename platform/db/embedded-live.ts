import { join } from 'node:path'
import { databaseName } from './embedded-cluster.ts'
import { addressOf } from './embedded.ts'
import { readPostmaster } from './embedded-postmaster.ts'

/** The address of the embedded database in `folder`, for the user who owns it; undefined if its server does not run. */
export const addressOfRunning = async (folder: string): Promise<string | undefined> => {
  const { live } = await readPostmaster({ files: join(folder, 'files') })
  return live && addressOf(live.socketFolder, databaseName)
}
