import { statfs } from 'node:fs/promises'
import { anyWorkspace } from '../../domains/accounts/workspaces/index.ts'
import { remakeOwnFolder } from '../../execution/sandbox/index.ts'
import type { Database } from '../../platform/db/database.ts'

const leastFreeBytes = 16 * 2 ** 20

interface ReadinessParts {
  readonly database: Database
  readonly dataFolder: string
  readonly socketFolder: string
}

/** Why no traffic should come here: undefined when the database answers, the data folder has space and sandboxes can open. */
export const reasonNotReady = async (parts: ReadinessParts): Promise<string | undefined> => {
  const [answers, hasSpace, noSockets] = await Promise.all([
    doesAnswer(parts.database),
    isSpaceLeft(parts.dataFolder),
    remakeOwnFolder(parts.socketFolder).then(
      () => undefined,
      (error: Error) => error.message,
    ),
  ])
  if (!answers) return 'The database does not answer.'
  return hasSpace ? noSockets : 'The disk of the data folder is full.'
}

const doesAnswer = (database: Database) =>
  database.identity(anyWorkspace).then(
    () => true,
    () => false,
  )

const isSpaceLeft = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= leastFreeBytes
}
