import { once } from 'node:events'
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { readConfiguration, StartRefusal } from '../../platform/configuration/index.ts'
import { createProject } from '../../domains/code/projects/contract.ts'
import { parseRootKeys } from '../../platform/crypto/root-keys.ts'
import { compiled } from '../../testing/runner/compiled.ts'
import { testDatabase } from '../../testing/database.ts'
import { poolerBefore } from '../../testing/network/pooler.ts'
import { scene } from '../../testing/scene.ts'
import { testRootKey } from '../../testing/people/sessions.ts'
import { makeFolders, refuseLostAuditKey } from './data-folder.ts'
import { warnOfForeignKeys } from './foundation.ts'
import { startRefusalOf } from './start-refusal.ts'
import { startServer } from './start.ts'
import { isSoak } from '../../testing/soak.ts'

const { url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const log = pino({ level: 'silent' })

const settings = (name: string, databaseUrl = url) => ({
  DATABASE_URL: databaseUrl,
  ATELIER_DATA: join(folder, name),
  ATELIER_PORT: '0',
  SECRETS_ENCRYPTION_KEY: testRootKey,
})
const start = (environment: NodeJS.ProcessEnv) => startServer(readConfiguration(environment), log)
const sentenceOf = async (starting: Promise<unknown>) => {
  const error = await starting.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(StartRefusal)
  return (error as StartRefusal).message
}

test.each(['refused', 'ignored'] as const)('a pooler that makes options %s is reported', async (options) => {
  const through = await poolerBefore(url, options)
  expect(await sentenceOf(start(settings(`pooler-${options}`, through)))).toContain('PgBouncer in transaction mode')
})

test('a key that no database would use leaves no data folder, so that the start without it makes one', async () => {
  const { DATABASE_URL: _, ...embedded } = settings('unused-key')
  expect(await sentenceOf(start(embedded))).toContain('SECRETS_ENCRYPTION_KEY is set and DATABASE_URL is not')
  await expect(stat(join(folder, 'unused-key'))).rejects.toThrow('ENOENT')
})

test('a corrupt first owner file stays unchanged, and the server starts', async () => {
  const first = await start(settings('owner'))
  await first.close()
  await writeFile(join(folder, 'owner', 'owner.json'), '{"baseUrl": ')
  const second = await start(settings('owner'))
  await second.close()
})

const codes = [
  ['ENOSPC', 'no space left'],
  ['EDQUOT', 'no space left'],
  ['EROFS', 'read-only'],
  ['EACCES', 'may not be used by this user'],
  ['EIO', 'the disk reports an error'],
  ['57P03', 'The database stopped answering'],
]
test.each(codes)('%s is reported with a message', (code, words) => {
  const error = Object.assign(new Error(code), { code, path: '/data/audit.key', syscall: 'open' })
  expect(startRefusalOf(error, readConfiguration(settings('codes')))).toMatchObject({
    message: expect.stringContaining(words) as string,
  })
})

test('a second machine with an empty data folder signs with the key of the first, and needs its root key', async () => {
  const first = await start(settings('audit'))
  const { owner, workspace } = await scene({ baseUrl: first.baseUrl, database: first.parts.database })
  expect((await owner.call(createProject, { body: { name: 'Signed' } })).status).toBe(201)
  const keys = first.parts.checkpoints.verifiers(workspace)
  // Both have their objects in a folder of their own.
  expect(await sentenceOf(start(settings('second')))).toContain('Another machine works with this database')
  await first.close()
  const second = await start(settings('second'))
  expect(second.parts.checkpoints.verifiers(workspace)).toEqual(keys)
  await second.close()
  const { SECRETS_ENCRYPTION_KEY: _, ...withoutKey } = settings('second')
  expect(await sentenceOf(start(withoutKey))).toContain('and this server has none. Set SECRETS_ENCRYPTION_KEY')
  expect(await sentenceOf(start({ ...withoutKey, SECRETS_ENCRYPTION_KEY: 'b'.repeat(64) }))).toContain(
    'which is not in SECRETS_ENCRYPTION_KEY',
  )
})

test('an audit key that is missing is refused once checkpoints are signed', async () => {
  await refuseLostAuditKey('/data/audit.key', () => Promise.resolve(false))
  await expect(refuseLostAuditKey('/data/audit.key', () => Promise.resolve(true))).rejects.toThrow(
    '/data/audit.key is missing, and the checkpoints of the audit log are signed with it.',
  )
})

test('a data folder that cannot be made is refused with an instruction', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await symlink(join(folder, 'nowhere', 'x'), join(folder, 'dangling'))
  const refusals = [
    ['file', 'is not a folder'],
    ['dangling', 'is not a folder'],
    ['file/below', 'is not a folder'],
    ['a'.repeat(300), 'is too long'],
    ['../'.repeat(20) + 'proc/1/x', 'cannot be made'],
  ] as const
  for (const [name, words] of refusals) expect(await sentenceOf(start(settings(name)))).toContain(words)
})

test('the data folder is closed to others, except the account of the database on its way through', async () => {
  const path = join(folder, 'modes')
  const modeOf = async () => (await stat(path)).mode & 0o777
  await makeFolders({ path, isPassed: true, log })
  expect(await modeOf()).toBe(0o711)
  await makeFolders({ path, isPassed: false, log })
  expect(await modeOf()).toBe(0o700)
})

test.runIf(isSoak)(
  'a start that waits for a silent database ends in its own way when its terminal is closed',
  async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const environment = settings('hanging', `postgres://nobody@127.0.0.1:${port}/atelier`)
    const script = join(import.meta.dirname, 'main.ts')
    const child = spawn(process.execPath, [script], {
      env: { PATH: process.env.PATH, ...compiled(), ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = text(child.stderr)
    await once(silent, 'connection')
    child.kill('SIGHUP')
    await once(child, 'exit')
    expect(child.signalCode).toBeNull()
    expect(await said).not.toContain('    at ')
    silent.close()
  },
)

test('a key file of another instance is reported in the log when the server starts', async () => {
  const warnings: unknown[][] = []
  const kept = { warn: (...words: unknown[]) => void warnings.push(words) } as unknown as typeof log
  const own = parseRootKeys('own', testRootKey)
  const foreign = parseRootKeys('foreign', 'b'.repeat(64))
  const client = new pg.Client(url)
  await client.connect()
  try {
    const values = [uuidv7(), uuidv7(), own[0].id, Buffer.alloc(60)]
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const into = 'insert into data_key (workspace_id, project_id, version, root_key_id, wrapped, created_at)'
    await client.query(`${into} values ($1, $2, 1, $3, $4, now())`, values)
    for (const keys of [own, [...foreign, ...own] as const])
      await warnOfForeignKeys(client, keys, '/data/secrets.key', kept)
    expect(warnings).toEqual([])
    await warnOfForeignKeys(client, foreign, '/data/secrets.key', kept)
    expect(warnings).toEqual([
      [
        { sealedWith: [own[0].id], known: [foreign[0].id] },
        expect.stringMatching(
          /^\/data\/secrets\.key is not the key .* Put the key of this database back from its backup/,
        ),
      ],
    ])
  } finally {
    await client.end()
  }
})
