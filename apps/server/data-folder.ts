import { access, chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { StartRefusal } from '../../platform/configuration/index.ts'

// These folders have clients' code: other users of the machine must not read it, with any mask.
const closedFolders = ['objects', 'worktrees', 'quarantine', 'cache']

interface DataFolder {
  readonly path: string
  /** Whether the account of the embedded database, which is not root's, has to pass through. */
  readonly isPassed: boolean
  readonly log: FastifyBaseLogger
}

/** Makes missing folders, and closes all to other users; the repositories' code makes the repositories' folders. */
export const makeFolders = async ({ path, isPassed, log }: DataFolder): Promise<void> => {
  await makeFolder(path, isPassed ? 0o711 : 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
    log.warn(`${path} belongs to another user, so its permissions were not changed`)
  })
  for (const name of closedFolders) await makeFolder(join(path, name), 0o700)
}

const makeFolder = async (path: string, mode: number) => {
  await makeWithParents(path, mode)
  const found = await stat(path)
  if ((found.mode & 0o777) !== mode) await chmod(path, mode)
}

/**
 * Like `mkdir` with `recursive`, which never ends when the system reports a missing parent that exists, as /proc does.
 */
const makeWithParents = async (path: string, mode: number): Promise<void> => {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isFolder(path))) return
    if (code !== 'ENOENT' || (await isThere(dirname(path)))) throw error
    await makeWithParents(dirname(path), 0o777)
    await makeWithParents(path, mode)
  }
}

const isFolder = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory() === true

/** The file with the root key of the embedded database. */
export const keyFileOf = (dataFolder: string): string => join(dataFolder, 'secrets.key')

/** The file in a data folder during the restore of a backup. */
export const unfinishedMark = 'restore-unfinished'

/** Throws StartRefusal for a data folder into which a backup was restored in part. */
export const refuseUnfinishedRestore = async (path: string): Promise<void> => {
  if (!(await isThere(join(path, unfinishedMark)))) return
  throw new StartRefusal(`The restore of a backup into ${path} was not finished. Empty that folder and restore again.`)
}

/** Throws StartRefusal if checkpoints of the audit log are signed with the audit key in `file`, which is missing. */
export const refuseLostAuditKey = async (file: string, areSigned: () => Promise<boolean>): Promise<void> => {
  if (!(await areSigned())) return
  throw new StartRefusal(
    `${file} is missing, and the checkpoints of the audit log are signed with it. If another machine has it, start that ` +
      `one first, both with the same SECRETS_ENCRYPTION_KEY. Otherwise put it back from the key backup, with mode 0600. ` +
      `If it is lost, make a new one: (umask 077; head -c 32 /dev/urandom | base64 > ${file})`,
  )
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
