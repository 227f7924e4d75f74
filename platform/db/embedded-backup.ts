import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { BackupWriter } from '../backup/index.ts'
import { StartRefusal } from '../configuration/refusal.ts'
import { newClient } from './connection.ts'
import { databaseName } from './embedded-cluster.ts'
import { addressOf, hasEmbedded, startEmbedded } from './embedded.ts'
import { readPostmaster } from './embedded-postmaster.ts'
import { newestMigration } from './migrate.ts'

/** Where the files of a database go: `path` begins with `database/`. */
type DatabaseTarget = Pick<BackupWriter, 'file' | 'text' | 'tree' | 'emptyFolder'>

/**
 * Copies the embedded database in `folder` while its server works, or starts it for that: a base backup with the log
 * that makes it consistent. Started from such a copy, PostgreSQL has everything that was committed before the end.
 * Throws StartRefusal without a database, or if this user may not copy it. Source: PostgreSQL 18, section 25.3.4,
 * “Making a Base Backup Using the Low Level API”.
 */
export const backUpEmbedded = async (folder: string, target: DatabaseTarget) => {
  if (!(await hasEmbedded(folder))) throw new StartRefusal(`There is no database in ${folder}. Set ATELIER_DATA.`)
  const files = join(folder, 'files')
  const { live } = await readPostmaster({ files })
  if (live) return copyLive(addressOf(live.socketFolder, databaseName), files, target)
  const started = await startEmbedded({ folder })
  try {
    return await copyLive(started.url, files, target)
  } finally {
    await started.stop()
  }
}

const copyLive = async (url: string, files: string, target: DatabaseTarget) => {
  const client = newClient({ connectionString: url, application_name: 'atelier backup' })
  await client.connect().catch(async (cause: unknown) => {
    throw (await refusalOf(files, cause)) ?? cause
  })
  try {
    return await copyBetween(client, files, target)
  } finally {
    // Also ends a backup that was not finished, and releases the log again.
    await client.end()
  }
}

const refusalOf = async (files: string, cause: unknown) => {
  if (!['28000', 'EACCES', 'ENOENT'].includes((cause as { code?: string }).code ?? '')) return undefined
  const { uid } = await stat(files)
  return new StartRefusal(
    `This user may not enter the database in ${files}, which belongs to user number ${uid}. ` +
      `Run this as the user who runs the server.`,
    { cause },
  )
}

/** Returns the major version of PostgreSQL, and the newest migration as its file is called. */
const copyBetween = async (client: pg.Client, files: string, target: DatabaseTarget) => {
  // While the slot exists, no part of the log that the copy needs is used again; it ends with the connection.
  const slot = `atelier_backup_${randomUUID().replaceAll('-', '')}`
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  const [began] = await rowsOf<{ first: string; postgres: string }>(
    client,
    `select pg_walfile_name(pg_backup_start('atelier backup', true)) as first,
       (current_setting('server_version_num')::int / 10000)::text as postgres`,
  )
  await copyFiles(files, target)
  const schema = await newestMigration(client)
  const [ended] = await rowsOf<{ last: string; label: string; spaces: string }>(
    client,
    'select pg_walfile_name(lsn) as last, labelfile as label, spcmapfile as spaces from pg_backup_stop(false)',
  )
  if (ended!.spaces !== '')
    throw new StartRefusal(`The database in ${files} has tablespaces outside its folder, which are not backed up.`)
  if (!schema) throw new StartRefusal(`The database in ${files} was never used: start Atelier on it once.`)
  await copyLog(files, target, [began!.first, ended!.last])
  await target.text('database/backup_label', ended!.label)
  return { postgres: began!.postgres, schema }
}

const rowsOf = async <Row extends pg.QueryResultRow>(client: pg.Client, text: string) =>
  (await client.query<Row>(text)).rows

// Files that a server makes again, or must not find; the list of PostgreSQL's own pg_basebackup.
const contentLeftOut = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const leftOut =
  /^(postmaster\.(pid|opts).*|(backup_label|tablespace_map)(\.old)?|backup_manifest|current_logfiles.*|.*\.signal)$|(^|\/)pgsql_tmp[^/]*$|(^|\/)pg_internal\.init[^/]*$/
const control = 'global/pg_control'

const copyFiles = async (files: string, target: DatabaseTarget) => {
  // Relations that are dropped during the copy disappear; the log has their end.
  await target.tree(files, 'database', (path) => path === control || contentLeftOut.test(path) || leftOut.test(path))
  await target.file(join(files, control), `database/${control}`)
}

/** The segments of the log between both, each a name of 24 hexadecimal digits that grows with its place in it. */
const copyLog = async (files: string, target: DatabaseTarget, [first, last]: readonly [string, string]) => {
  const log = join(files, 'pg_wal')
  const segments = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
  if (!segments.includes(first) || !segments.includes(last))
    throw new Error(`The log of the database does not reach from ${first} to ${last}: ${segments.join(', ')}`)
  for (const name of segments)
    if (!(await target.file(join(log, name), `database/pg_wal/${name}`))) throw new Error(`${name} has gone`)
  for (const name of ['archive_status', 'summaries']) target.emptyFolder(`database/pg_wal/${name}`)
}
