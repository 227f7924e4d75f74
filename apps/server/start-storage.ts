import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '../../platform/configuration/index.ts'
import { refuseUnusedRootKeys } from '../../platform/crypto/index.ts'
import { hasEmbedded, startEmbedded } from '../../platform/db/embedded.ts'
import type { Closer } from './closer.ts'
import { keyFileOf, makeFolders, refuseUnfinishedRestore } from './data-folder.ts'

export interface Storage {
  /** Whether there was no embedded database before: only then may a missing root key be made as well. */
  readonly isFresh: boolean
  /** The address of the embedded database once it answers; undefined if another database is configured. */
  readonly embeddedUrl: Promise<string> | undefined
}

interface StartedStorage {
  /** Throws StartRefusal for a data folder that cannot be used. */
  readonly storage: Promise<Storage>
  /** Fulfilled once PostgreSQL is on its way or found, or nothing is left to begin. */
  readonly underWay: Promise<void>
}

/** Makes the folders and starts PostgreSQL on another processor while this process reads the rest of the program. */
export const startStorage = (configuration: Configuration, log: FastifyBaseLogger, closing: Closer): StartedStorage => {
  const { promise: started, resolve: onStarting } = Promise.withResolvers<void>()
  const storage = begin(configuration, log, closing, onStarting)
  const embedded = storage.then(({ embeddedUrl }) => embeddedUrl)
  // Callers of the storage or the address get the failure.
  const ended = embedded.then(
    () => undefined,
    () => undefined,
  )
  return { storage, underWay: Promise.race([started, ended]) }
}

const begin = async (
  { storage: { dataFolder, databaseUrl }, secrets }: Configuration,
  log: FastifyBaseLogger,
  closing: Closer,
  onStarting: () => void,
): Promise<Storage> => {
  refuseUnusedRootKeys({ databaseUrl, given: secrets.rootKeys, file: keyFileOf(dataFolder) })
  await refuseUnfinishedRestore(dataFolder)
  const folder = join(dataFolder, 'postgres')
  const isFresh = !(await hasEmbedded(folder))
  await makeFolders({ path: dataFolder, isPassed: databaseUrl === undefined && process.getuid?.() === 0, log })
  if (databaseUrl !== undefined) return { isFresh, embeddedUrl: undefined }
  const onLost = (error: Error) => log.fatal({ err: error }, 'The embedded database stopped and could not be restarted')
  const starting = startEmbedded({ folder, onLost, onStarting })
  closing.onClose(async () => (await starting.catch(() => undefined))?.stop())
  return { isFresh, embeddedUrl: starting.then(({ url }) => url) }
}
