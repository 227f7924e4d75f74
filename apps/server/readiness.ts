import { statfs } from 'node:fs/promises'
import { anyWorkspace } from '../../domains/accounts/workspaces/index.ts'
import type { Database } from '../../platform/db/database.ts'

const leastFreeBytes = 16 * 2 ** 20

interface ReadinessParts {
  readonly database: Database
  readonly dataFolder: string
}

/** Why no traffic should come here: undefined when the database answers and the data folder has space. */
export const reasonNotReady = async ({ database, dataFolder }: ReadinessParts): Promise<string | undefined> => {
  const [answers, hasSpace] = await Promise.all([doesAnswer(database), isSpaceLeft(dataFolder)])
  if (!answers) return 'The database does not answer.'
  return hasSpace ? undefined : 'The disk of the data folder is full.'
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
