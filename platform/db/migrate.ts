import type pg from 'pg'
import { StartRefusal } from '../configuration/refusal.ts'
import { newClient } from './connection.ts'
import { connectionRefusal } from './unavailable.ts'
import { type MigrationFile, readMigrations } from './migration-files.ts'

interface MigrateSettings {
  /** A PostgreSQL address; its user owns the tables. */
  readonly url: string
  /** The folder of `NNNN_name.sql` files. */
  readonly folder: string
  /** Looks at the migrated database as the owner of its tables. */
  readonly look?: (database: SchemaReader) => Promise<void>
}

/** The database as its owner sees it, for a look at the start. */
export type SchemaReader = Pick<pg.ClientBase, 'query'>

interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly sha256: string
}

const oldest = { number: 150000, name: '15' }

/**
 * Brings the schema of `url` to the newest file of `folder`: forward only, each file in a transaction of its own under
 * an advisory lock, so that any number of processes may start at once. Makes the serving roles first. Returns the names
 * of the files that this call applied. Throws StartRefusal for an address that does not answer, a PostgreSQL that is
 * too old, a schema that is newer than the files or older than their baseline, and a file that changed after it was
 * applied.
 */
export const migrate = async ({ url, folder, look }: MigrateSettings): Promise<string[]> => {
  const files = readMigrations(folder)
  return withClient(url, async (client) => {
    await refuseOldServer(client)
    await ensureRoles(client)
    const applied = await applyMissing(client, files)
    await look?.(client)
    return applied
  })
}

/** Runs `work` over a connection of its own. Throws StartRefusal for an address that does not answer. */
const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = newClient({
    connectionString: url,
    application_name: 'atelier migrate',
    connectionTimeoutMillis: 10_000,
  })
  await client.connect().catch((error: unknown) => {
    throw connectionRefusal(url, error)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The newest migration that a database has, by file name; undefined if it has none applied. */
export const newestMigration = async (client: SchemaReader): Promise<string | undefined> =>
  (await readApplied(client)).at(-1)?.name

const refuseOldServer = async (client: pg.Client) => {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  )
  const server = rows[0]!
  if (server.number >= oldest.number) return
  throw new StartRefusal(
    `The database is PostgreSQL ${server.name}, and Atelier needs ${oldest.name} or later. ` +
      `Upgrade it, point DATABASE_URL to a newer one, or leave DATABASE_URL out for the embedded one.`,
  )
}

const applyMissing = async (client: pg.Client, files: readonly MigrationFile[]) => {
  const applied: string[] = []
  let isMissing = firstMissing(files, await readApplied(client)) !== undefined
  while (isMissing) {
    const file = await applyNext(client, files)
    if (file) applied.push(file.name)
    isMissing = file !== undefined && file !== files.at(-1)
  }
  return applied
}

/** Applies the first file that is missing under the lock; undefined when other processes have applied them all. */
const applyNext = async (client: pg.Client, files: readonly MigrationFile[]) => {
  try {
    const file = firstMissing(files, await lockApplied(client))
    if (file) await apply(client, file)
    await client.query('commit')
    return file
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Begins a transaction that holds the lock, and returns the migrations that were applied before. */
const lockApplied = async (client: pg.Client) => {
  const results: unknown = await client.query(beginLocked)
  return (results as pg.QueryResult<AppliedMigration>[]).at(-1)!.rows
}
const appliedText = 'select version, name, sha256 from schema_migration order by version'
// One message, since each file would wait for five answers. Each statement sees the commits before it. Part of a file
// that a crash lost is applied again, and later writes are safe only behind it.
const beginLocked = `
  begin;
  set local synchronous_commit = off;
  select pg_advisory_xact_lock(hashtextextended('atelier.migrate', 0));
  create table if not exists schema_migration (
    version integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now());
  ${appliedText}`

const apply = async (client: pg.Client, file: MigrationFile) => {
  const hidden = await hiddenTables(client, file)
  for (const table of hidden) await client.query(`alter table ${table} no force row level security`)
  try {
    await client.query(file.sql)
  } catch (error) {
    const reason = `${(error as Error).message}${positionOf(file, error)}`
    throw new Error(`migrations/${file.name} failed and was rolled back: ${reason}`, { cause: error })
  }
  for (const table of hidden) await client.query(`alter table if exists ${table} force row level security`)
  const values = [file.version, file.name, file.sha256]
  await client.query('insert into schema_migration (version, name, sha256) values ($1, $2, $3)', values)
}

/** Tables in a file whose rows their owner does not see, since a migration has no workspace. Rights return after it. */
const hiddenTables = async (client: pg.Client, { sql }: MigrationFile): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_roles r on r.rolname = current_user
     where not r.rolsuper and not r.rolbypassrls and c.relforcerowsecurity and c.relkind in ('r', 'p')
       and c.relnamespace = current_schema()::regnamespace and $1 ~ ('\\m' || c.relname || '\\M') order by 1`,
    [sql],
  )
  return rows.map(({ name }) => name)
}

const positionOf = (file: MigrationFile, error: unknown) => {
  const position = Number((error as { position?: string }).position)
  return position ? ` (line ${file.sql.slice(0, position).split('\n').length})` : ''
}

const readApplied = async (client: SchemaReader): Promise<AppliedMigration[]> => {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('schema_migration') is not null as there`)
  if (!rows[0]!.there) return []
  return (await client.query<AppliedMigration>(appliedText)).rows
}

/** The next file to apply, or undefined when all are. Refuses a history that these files cannot continue. */
const firstMissing = (files: readonly MigrationFile[], applied: readonly AppliedMigration[]) => {
  const history = sinceBaseline(files[0], applied)
  for (const [at, row] of history.entries()) {
    const file = files[at]
    if (!file) throw newerSchema(row, files.at(-1))
    if (file.version < row.version)
      throw new StartRefusal(
        `migrations/${file.name} was added below ${row.name}, which this database has already applied. ` +
          `Give it the next free number.`,
      )
    if (file.version !== row.version || file.sha256 !== row.sha256) throw changedFile(row)
  }
  return files[history.length]
}

/** The history with the baseline in place of the migrations that it replaces. Refuses a database without all of them. */
const sinceBaseline = (baseline: MigrationFile | undefined, applied: readonly AppliedMigration[]) => {
  if (!baseline?.replaces || applied.length === 0 || applied[0]!.version === baseline.version) return applied
  const { release, sha256 } = baseline.replaces
  const last = applied.findIndex(({ version }) => version === baseline.version)
  if (applied[last]?.sha256 !== sha256)
    throw new StartRefusal(
      `The database is older than Atelier ${release}: its last migration is ${applied.at(last)!.name}. ` +
        `Start Atelier ${release} with it once, then this one. docs/upgrade.md says how.`,
    )
  return [baseline, ...applied.slice(last + 1)]
}

const newerSchema = (row: AppliedMigration, newest: MigrationFile | undefined) =>
  new StartRefusal(
    `The database was already upgraded by a newer Atelier: it has ${row.name}, and this one knows ` +
      `${newest ? `nothing after ${newest.name}` : 'none'}. Start the newer Atelier, or restore the backup from before its first start.`,
  )

const changedFile = (row: AppliedMigration) =>
  new StartRefusal(
    `migrations/${row.name} is not what this database applied. Put the file back as it was and write the change as a ` +
      `new migration; a database without anything to keep may be deleted instead.`,
  )

const roles = ['atelier_identity', 'atelier_tenant'] as const

// Roles belong to the whole server, advisory locks to one database: two starts on two databases meet here unguarded.
const lostRace = ['42710', '23505', 'XX000']
const attemptsMax = 10

/** Makes the serving roles exist for this user, beside others. Throws StartRefusal if it may not create one. */
export const ensureRoles = async (client: pg.ClientBase): Promise<void> => {
  for (const role of roles) await ensureRole(client, role)
}

const ensureRole = async (client: pg.ClientBase, role: string) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // A session may remember a membership as missing after the grant (PostgreSQL 18): it is not asked again.
      if (!(await mayBecome(client, role))) await createOrGrant(client, role)
      return
    } catch (error) {
      if (!lostRace.includes(codeOf(error)) || attempt === attemptsMax) throw refusalOf(error, role)
    }
  }
}

const mayBecome = async (client: pg.ClientBase, role: string) => {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role(oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
       as may from pg_roles where rolname = $1`,
    [role],
  )
  return rows[0]?.may ?? false
}

const createOrGrant = async (client: pg.ClientBase, role: string) => {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await client.query(`create role ${role} nologin`)
  await client.query(`grant ${role} to current_user`)
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

const refusalOf = (error: unknown, role: string) =>
  codeOf(error) === '42501'
    ? new StartRefusal(
        `The database user may not create or use the role ${role}. Let an administrator of the database run: ` +
          `create role ${roles[0]} nologin; create role ${roles[1]} nologin; ` +
          `grant ${roles[0]}, ${roles[1]} to <the user in DATABASE_URL>;`,
      )
    : error

/** PostgreSQL's major version at `url`, and its newest migration. Throws StartRefusal without an answer. */
export const readSchemaVersion = (
  url: string,
): Promise<{ readonly postgres: string; readonly schema: string | undefined }> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ major: string }>(
      `select (current_setting('server_version_num')::int / 10000)::text as major`,
    )
    return { postgres: rows[0]!.major, schema: await newestMigration(client) }
  })
