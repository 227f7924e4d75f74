import { access, constants, statfs } from 'node:fs/promises'
import { anyWorkspace } from '../../domains/accounts/workspaces/index.ts'
import { remakeOwnFolder } from '../../execution/sandbox/index.ts'
import type { Database } from '../../platform/db/database.ts'

const leastFreeBytes = 16 * 2 ** 20

interface ReadinessParts {
  readonly database: Database
  readonly dataFolder: string
  readonly socketFolder: string
}

/** Why no traffic should come here; undefined if the database answers, the data folder has room and sandboxes can open. */
export const reasonNotReady = async (parts: ReadinessParts): Promise<string | undefined> => {
  const [noDatabase, noRoom, noSockets] = await Promise.all([
    parts.database.identity(anyWorkspace).then(
      () => undefined,
      () => 'The database does not answer.',
    ),
    reasonForNoRoom(parts.dataFolder, leastFreeBytes),
    remakeOwnFolder(parts.socketFolder).then(
      () => undefined,
      (error: Error) => error.message,
    ),
  ])
  return noDatabase ?? noRoom ?? noSockets
}

/** Why a folder takes no files: its disk has less than that many bytes left, or is read-only. */
export const reasonForNoRoom = async (folder: string, leastBytes: number): Promise<string | undefined> => {
  const [{ bavail, bsize }, isWritable] = await Promise.all([
    statfs(folder),
    access(folder, constants.W_OK).then(
      () => true,
      () => false,
    ),
  ])
  if (!isWritable) return 'The data folder cannot be written to.'
  return bavail * bsize < leastBytes ? 'The disk of the data folder is full.' : undefined
}
