import { join, relative, resolve } from 'node:path'
import { BackupRefusal, openBackupWriter, type BackupWriter, type Description } from '../../../platform/backup/index.ts'
import type { BucketAddress } from '../../../platform/configuration/bucket-kind.ts'
import type { Configuration } from '../../../platform/configuration/index.ts'
import { backUpEmbedded } from '../../../platform/db/embedded-backup.ts'
import { readSchemaVersion } from '../../../platform/db/migrate.ts'

interface BackupRequest {
  readonly storage: Configuration['storage']
  readonly to: string
  /** The dump of the database at DATABASE_URL. */
  readonly dump?: string | undefined
  /** The version of this Atelier. */
  readonly version: string
  readonly signal: AbortSignal
  say(line: string): void
}

/**
 * Backs up the data of a server, while it works: the database first, then the objects, among which are the packs of the
 * repositories. Later copies are newer and never lack a file that a row names: files that a row needs stay for hours.
 * Objects in a bucket stay there, and the description names the bucket.
 */
export const makeBackup = async (request: BackupRequest): Promise<Description> => {
  const { storage, to, version, signal, say } = request
  if (isInside(storage.dataFolder, to))
    throw new BackupRefusal(`${to} is inside the data folder. Name a folder outside of it, preferably on another disk.`)
  const createdAt = new Date().toISOString()
  const writer = await openBackupWriter(to, signal)
  try {
    say('Copying the database…')
    const database = await backUpDatabase(request, writer)
    const about = { atelier: version, createdAt, database }
    if (storage.bucket) {
      writer.emptyFolder('objects')
      return await writer.finish({ ...about, objectsIn: addressOf(storage.bucket) })
    }
    say('Copying the objects…')
    await writer.tree(join(storage.dataFolder, 'objects'), 'objects', (path) => path.startsWith('.'))
    return await writer.finish(about)
  } finally {
    await writer.discard()
  }
}

const addressOf = ({ endpoint, bucket, prefix }: BucketAddress) => `${endpoint}/${bucket}/${prefix}`

/** Whether a path is a folder or below it. */
export const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, resolve(path))
  return way !== '..' && !way.startsWith('../')
}

const backUpDatabase = async (request: BackupRequest, writer: BackupWriter): Promise<Description['database']> => {
  const { databaseUrl, dataFolder } = request.storage
  if (databaseUrl !== undefined) return takeDump(databaseUrl, request.dump, writer)
  if (request.dump !== undefined)
    throw new BackupRefusal('--dump is for a database of your own, and DATABASE_URL is not set. Leave it out.')
  return { kind: 'embedded', ...(await backUpEmbedded(join(dataFolder, 'postgres'), writer)) }
}

const takeDump = async (databaseUrl: string, dump: string | undefined, writer: BackupWriter) => {
  if (dump === undefined)
    throw new BackupRefusal(
      'DATABASE_URL is set: dump that database first, with its own programs, and hand the file over. For example:\n' +
        '  pg_dump --format=custom --file=atelier.dump "$DATABASE_URL"\n' +
        `  atelier backup <to> --dump atelier.dump`,
    )
  if (!(await writer.file(dump, 'database/dump'))) throw new BackupRefusal(`There is no file ${dump}.`)
  return { kind: 'dump', ...(await readDatabaseVersion(databaseUrl)) } as const
}

/** The version and the schema of the database at DATABASE_URL. Throws a BackupRefusal if it has no schema. */
export const readDatabaseVersion = async (
  url: string,
): Promise<{ readonly postgres: string; readonly schema: string }> => {
  const { postgres, schema } = await readSchemaVersion(url)
  if (schema !== undefined) return { postgres, schema }
  throw new BackupRefusal(
    'The database at DATABASE_URL has no Atelier schema. ' +
      'To restore a dump into it: pg_restore --dbname="$DATABASE_URL" <the dump>',
  )
}
