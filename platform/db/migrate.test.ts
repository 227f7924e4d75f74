import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  createTestDatabase,
  databaseUrl,
  dropTestDatabase,
  startReaper,
  temporaryFolder,
} from '../../testing/cluster.ts'
import { testDatabase } from '../../testing/database.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, ensureRoles } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

const { url: server } = await testDatabase({ empty: true })
let folder: string
let url: string
const made: string[] = []

beforeEach(async () => {
  const name = await createTestDatabase(server, 'template0')
  folder = await mkdtemp(join(tmpdir(), 'atelier-migrations-'))
  url = databaseUrl(server, name)
  made.push(name)
  await write('0001_first.sql', 'create table first (n integer);')
  await write('0002_second.sql', 'create table second (n integer); insert into second values (2);')
  return () => rm(folder, { recursive: true })
})
afterAll(() => Promise.all(made.map((name) => dropTestDatabase(server, name))))

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)

const query = async (sql: string, address = url): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('applies missing migrations in order, once', async () => {
  expect(await migrate({ url, folder })).toEqual(['0001_first.sql', '0002_second.sql'])
  await write('0003_third.sql', 'alter table second add m integer;')
  expect(await migrate({ url, folder })).toEqual(['0003_third.sql'])
  expect(await migrate({ url, folder })).toEqual([])
  expect(await query('select n, m from second')).toEqual([{ n: 2, m: null }])
})

test('exactly one of eight concurrent starts applies each file', async () => {
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate({ url, folder })))
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await query('select n from second')).toEqual([{ n: 2 }])
})

test('a failed file is rolled back and its line is reported', async () => {
  await write('0003_third.sql', 'create table third (n integer);\nselect broken;\n')
  await expect(migrate({ url, folder })).rejects.toThrow(
    /0003_third.sql failed and was rolled back: .*broken.* \(line 2\)/,
  )
  expect(await query(`select to_regclass('third') as third, to_regclass('second')::text as second`)).toEqual([
    { third: null, second: 'second' },
  ])
})

test('a schema newer than the files stops the start and names the remedy', async () => {
  await migrate({ url, folder })
  await rm(join(folder, '0002_second.sql'))
  await expect(migrate({ url, folder })).rejects.toThrow(
    'already upgraded by a newer Atelier: it has 0002_second.sql, and this one knows nothing after 0001_first.sql',
  )
})

test('a changed file stops the start and names the remedy; other line ends are accepted', async () => {
  await write('0002_second.sql', 'create table second (n integer);\ninsert into second values (2);\n')
  await migrate({ url, folder })
  await write('0002_second.sql', 'create table second (n integer);\r\ninsert into second values (2);\r\n')
  expect(await migrate({ url, folder })).toEqual([])
  await write('0002_second.sql', 'create table second (n bigint);')
  await expect(migrate({ url, folder })).rejects.toThrow('migrations/0002_second.sql is not what this database applied')
})

test('a new file numbered below an applied file stops the start and names the remedy', async () => {
  await write('0004_fourth.sql', 'select 1;')
  await migrate({ url, folder })
  await write('0003_third.sql', 'select 1;')
  await expect(migrate({ url, folder })).rejects.toThrow('migrations/0003_third.sql was added below 0004_fourth.sql')
})

test('a baseline replaces the migrations of its release, and a database without all of them is refused', async () => {
  const earlier = readMigrations(folder)
  const [first, second] = earlier.map(({ name }) => join(folder, name))
  await rm(second!)
  await migrate({ url, folder })
  await rm(first!)
  const { sha256 } = earlier[1]!
  await write('0002_baseline.sql', `-- replaces: 0002_second.sql of 7.1.0, sha256 ${sha256}\ncreate table second ();`)
  await expect(migrate({ url, folder })).rejects.toThrow(
    'The database is older than Atelier 7.1.0: its last migration is 0001_first.sql. Start Atelier 7.1.0 with it once',
  )
  await query(`insert into schema_migration values (2, '0002_second.sql', '${sha256}')`)
  await write('0003_third.sql', 'create table third (n integer);')
  expect(await migrate({ url, folder })).toEqual(['0003_third.sql'])
  expect(await migrate({ url, folder })).toEqual([])
  await query('drop table third; delete from schema_migration')
  expect(await migrate({ url, folder })).toEqual(['0002_baseline.sql', '0003_third.sql'])
  expect(await migrate({ url, folder })).toEqual([])
})

test('two files with one number, and a malformed file name, are reported', async () => {
  await write('0002_again.sql', 'select 1;')
  await expect(migrate({ url, folder })).rejects.toThrow('another migration has the same number')
  await rm(join(folder, '0002_again.sql'))
  await write('3-third.sql', 'select 1;')
  await expect(migrate({ url, folder })).rejects.toThrow('migrations/3-third.sql: name it NNNN_what_it_does.sql')
})

test('a wrong database address is reported without its password, with the remedy', async () => {
  const wrong = 'postgres://someone:hush@127.0.0.1:1/nothing'
  const refusal = await migrate({ url: wrong, folder }).catch((error: unknown) => error as Error)
  expect(refusal).toMatchObject({
    name: 'StartRefusal',
    message:
      'The database at 127.0.0.1:1/nothing cannot be used: nothing listens there. Start the database, or check host and port in DATABASE_URL.',
  })
})

test('a user without superuser rights can own the database and become both serving roles', async () => {
  const role = `owner_${made.length}`
  await query(`create role ${role} login; grant atelier_identity, atelier_tenant to ${role}`, server)
  await query(`grant create on schema public to ${role}`)
  const own = url.replace('//atelier@', `//${role}@`)
  await migrate({ url: own, folder })
  await query('set role atelier_tenant; reset role; set role atelier_identity', own)
  expect(await query(`select tableowner from pg_tables where tablename = 'second'`)).toEqual([{ tableowner: role }])
  await query(`drop owned by ${role}`)
  await query(`drop role ${role}`, server)
})

test('a migration sees the rows of every workspace, though its user is no superuser and row-level security is forced', async () => {
  const role = `owner_${made.length}`
  await query(`create role ${role} login; grant atelier_identity, atelier_tenant to ${role}`, server)
  await query(`grant create on schema public to ${role}`)
  const own = url.replace('//atelier@', `//${role}@`)
  await write(
    '0003_third.sql',
    `create table third (n integer, m integer); insert into third values (1);
     alter table third enable row level security; alter table third force row level security;`,
  )
  await migrate({ url: own, folder })
  await write('0004_fourth.sql', 'update third set m = n + 1; alter table third alter m set not null;')
  await migrate({ url: own, folder })
  expect(await query('select n, m from third')).toEqual([{ n: 1, m: 2 }])
  expect(await query('select n from third', own)).toEqual([])
  await query(`drop owned by ${role}`)
  await query(`drop role ${role}`, server)
})

test('databases that start at once on a new server create the serving roles once, without a superuser', async () => {
  const place = await temporaryFolder()
  const reap = startReaper(place)
  onTestFinished(reap)
  const fresh = await startEmbedded({ folder: join(place, 'postgres'), durable: false })
  await query('create role landlord login createrole createdb', fresh.url)
  const owned = databaseUrl(fresh.url, 'postgres').replace('//atelier@', '//landlord@')
  const names = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase(owned, 'template1')))
  await Promise.all(names.map((name) => migrate({ url: databaseUrl(owned, name), folder })))
  expect(
    await query(`select rolname from pg_roles where pg_has_role('landlord', oid, 'SET') order by 1`, owned),
  ).toEqual([{ rolname: 'atelier_identity' }, { rolname: 'atelier_tenant' }, { rolname: 'landlord' }])
  await fresh.stop()
})

test('a membership that the session remembers as missing after it was granted does not hold the start', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const granted: string[] = []
  const forgetful = {
    query: (sql: string) => {
      if (sql.includes('pg_has_role')) return { rows: [{ may: false }] }
      if (sql.startsWith('grant')) granted.push(sql)
      return client.query(sql.replace('$1', `'atelier_tenant'`))
    },
  }
  await ensureRoles(forgetful as unknown as pg.ClientBase)
  expect(granted).toEqual(['grant atelier_identity to current_user', 'grant atelier_tenant to current_user'])
})

test('a user without the serving roles stops the start with the statements to run', async () => {
  const role = `plain_${made.length}`
  await query(`create role ${role} login`, server)
  const own = url.replace('//atelier@', `//${role}@`)
  await expect(migrate({ url: own, folder })).rejects.toThrow(/Let an administrator of the database run: create role/)
  await query(`drop role ${role}`, server)
})
