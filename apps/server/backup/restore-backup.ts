import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { workspaceIds } from '../../../domains/accounts/workspaces/index.ts'
import { liveProjectIds } from '../../../domains/code/projects/index.ts'
import { openPackRecords } from '../../../domains/code/repository-records/index.ts'
import { headRevision } from '../../../domains/code/revisions/index.ts'
import { openPackStore, openRepositories, PackLostError } from '../../../execution/repositories/index.ts'
import {
  BackupRefusal,
  isEmpty,
  readBackup,
  restoreSection,
  syncDisk,
  type Backup,
} from '../../../platform/backup/index.ts'
import type { Configuration } from '../../../platform/configuration/index.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { accountFor } from '../../../platform/db/embedded-account.ts'
import { startEmbedded } from '../../../platform/db/embedded.ts'
import { findPrograms } from '../../../platform/db/embedded-programs.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { readMigrations } from '../../../platform/db/migration-files.ts'
import { closer } from '../closer.ts'
import { unfinishedMark } from '../data-folder.ts'
import { migrations } from '../migrations.ts'
import { openObjects } from '../objects.ts'
import { copyKeys, refuseNoKeys } from './keys.ts'
import { isInside, readDatabaseVersion } from './make-backup.ts'

const run = promisify(execFile)

interface RestoreRequest {
  readonly storage: Configuration['storage']
  readonly from: string
  /** A folder with the keys that were kept apart. */
  readonly keys?: string | undefined
  readonly signal: AbortSignal
  say(line: string): void
}

interface RestoreResult {
  readonly backup: Backup
  readonly projects: number
  readonly keys: readonly string[]
}

/**
 * Puts a backup into the data folder, which has to be empty, and looks for the head of each project in its repository.
 * Until all of it is done no server starts there.
 */
export const restoreBackup = async (request: RestoreRequest): Promise<RestoreResult> => {
  const { storage, from, keys, signal, say } = request
  const { dataFolder } = storage
  const backup = await readBackup(from)
  await refuseUnfit(backup, storage)
  if (keys !== undefined) await refuseNoKeys(keys)
  if (!(await isEmpty(dataFolder)))
    throw new BackupRefusal(
      `${dataFolder} is not empty. Set ATELIER_DATA to an empty folder, or move its content away.`,
    )
  if (isInside(dataFolder, from)) throw new BackupRefusal(`${from} is inside the data folder. Move it out first.`)
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const mark = join(dataFolder, unfinishedMark)
  await writeFile(mark, `${resolve(from)}\n`, { flag: 'wx', mode: 0o600 })
  say('Copying the files…')
  await restoreSection(backup, 'objects', join(dataFolder, 'objects'), signal)
  if (backup.description.database.kind === 'embedded') await restoreCluster(backup, dataFolder, signal)
  const kept = keys === undefined ? [] : await copyKeys(keys, dataFolder)
  await syncDisk(dataFolder)
  say('Looking for the head of each project…')
  const projects = await withDatabase(storage, (url) => findHeads(url, request))
  await rm(mark)
  return { backup, projects, keys: kept }
}

const refuseUnfit = async (
  { description: { database, objectsIn } }: Backup,
  { databaseUrl, bucket }: Configuration['storage'],
) => {
  if (objectsIn !== undefined && !bucket)
    throw new BackupRefusal(
      `The objects of the backup lie in ${objectsIn}. Set ATELIER_OBJECTS to that bucket, or to a copy of it, and run this again.`,
    )
  const files = readMigrations(migrations)
  const { replaces, version: oldest } = files[0]!
  if (replaces && Number(database.schema.slice(0, 4)) < oldest)
    throw new BackupRefusal(
      `The backup was made by an Atelier older than ${replaces.release}: its database has ${database.schema}. Restore ` +
        `it with Atelier ${replaces.release}, start that once, and then this one. docs/upgrade.md says how.`,
    )
  const newest = files.at(-1)!.name
  if (database.schema.slice(0, 4) > newest.slice(0, 4))
    throw new BackupRefusal(
      `The backup was made by a newer Atelier: its database has ${database.schema}, and this one knows nothing after ` +
        `${newest}. Restore it with the Atelier that made it.`,
    )
  if (database.kind === 'embedded' && databaseUrl !== undefined)
    throw new BackupRefusal('The backup is of an embedded database, and DATABASE_URL is set. Leave DATABASE_URL out.')
  if (database.kind === 'dump' && databaseUrl === undefined)
    throw new BackupRefusal(
      'The backup holds the dump of a database of your own. Restore database/dump of it with pg_restore, then set ' +
        'DATABASE_URL to that database and run this again.',
    )
  const { version } = await findPrograms()
  if (database.kind === 'embedded' && database.postgres !== version)
    throw new BackupRefusal(
      `The backup is of PostgreSQL ${database.postgres}, and this Atelier brings ${version}. Restore it with the Atelier ` +
        `that made it.`,
    )
  const there = databaseUrl === undefined ? undefined : await readDatabaseVersion(databaseUrl)
  if (there && there.schema !== database.schema)
    throw new BackupRefusal(
      `The database at DATABASE_URL has ${there.schema}, and the backup’s had ${database.schema}. Restore database/dump ` +
        `of the backup into an empty database first.`,
    )
}

/** As root, the files belong to the user that PostgreSQL runs as. */
const restoreCluster = async (backup: Backup, dataFolder: string, signal: AbortSignal) => {
  const folder = join(dataFolder, 'postgres')
  await restoreSection(backup, 'database', join(folder, 'files'), signal)
  const { owner } = await accountFor(folder, (await findPrograms()).folder)
  if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
}

const withDatabase = async <T>(
  { databaseUrl, dataFolder }: Configuration['storage'],
  work: (url: string) => Promise<T>,
): Promise<T> => {
  if (databaseUrl !== undefined) return work(databaseUrl)
  const embedded = await startEmbedded({ folder: join(dataFolder, 'postgres') })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** Counts the projects, and throws if the head of a project is not stored. */
const findHeads = async (url: string, { storage, signal, say }: RestoreRequest): Promise<number> => {
  await migrate({ url, folder: migrations })
  const closing = closer()
  const log = { error: (_details: object, message: string) => say(message), warn: () => undefined }
  const database = openDatabase({ url, connections: 2 })
  closing.onClose(() => database.close())
  try {
    const objects = await openObjects({ storage }, log, closing)
    const packs = openPackStore(objects, openPackRecords(database))
    const repositories = await openRepositories({ dataFolder: storage.dataFolder, packs })
    closing.onClose(() => repositories.close())
    let projects = 0
    for (const workspace of await database.identity(workspaceIds)) {
      for (const projectId of await database.within(workspace, liveProjectIds)) {
        signal.throwIfAborted()
        const head = await database.within(workspace, (tx) => headRevision(tx, projectId))
        const id = head?.repositoryId
        if (id && !((await repositories.exists(id)) && (await repositories.commitExists(id, head.commitSha))))
          throw new BackupRefusal(`The backup lacks the repository of project ${projectId}, or the head of it.`)
        projects += 1
      }
    }
    return projects
  } catch (error) {
    throw error instanceof PackLostError ? new BackupRefusal(error.message) : error
  } finally {
    await closing.close()
  }
}
