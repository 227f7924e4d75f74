import { access, chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { StartRefusal } from '../../platform/configuration/index.ts'

// What lies here is clients' code: other users of the machine have no business in it, whatever the mask is.
const closedFolders = ['objects', 'worktrees', 'quarantine', 'cache']

interface DataFolder {
  readonly path: string
  /** Whether the account of the embedded database, which is not root's, has to pass through. */
  readonly isPassed: boolean
  readonly log: FastifyBaseLogger
}

/** Makes the folders that are missing and closes them to others; that of the repositories is made by who looked for it. */
export const makeFolders = async ({ path, isPassed, log }: DataFolder): Promise<void> => {
  await makeFolder(path, isPassed ? 0o711 : 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
    log.warn(`${path} belongs to another user, so its permissions were not changed`)
  })
  for (const name of closedFolders) await makeFolder(join(path, name), 0o700)
}

const makeFolder = async (path: string, mode: number) => {
  await mkdir(path, { recursive: true, mode })
  const found = await stat(path)
  if ((found.mode & 0o777) !== mode) await chmod(path, mode)
}

/** Lies in a data folder as long as a backup is being restored into it. */
export const unfinishedMark = 'restore-unfinished'

/** Throws StartRefusal for a data folder into which a backup was restored in part. */
export const refuseUnfinishedRestore = async (path: string): Promise<void> => {
  if (!(await isThere(join(path, unfinishedMark)))) return
  throw new StartRefusal(`The restore of a backup into ${path} was not finished. Empty that folder and restore again.`)
}

/** Throws StartRefusal where the folder of the repositories is missing and the database knows what it held. */
export const refuseLostRepositories = async (path: string, areKnown: () => Promise<boolean>): Promise<void> => {
  const repositories = join(path, 'repositories')
  if ((await isThere(repositories)) || !(await areKnown())) return
  throw new StartRefusal(
    `${repositories} is missing, and the database has projects whose git repositories were stored there. ` +
      `Put it back from the backup; to start without them, make an empty folder there.`,
  )
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
