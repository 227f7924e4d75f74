import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { databaseFolder, startReaper } from '../../testing/cluster.ts'
import { startEmbedded } from './embedded.ts'
import { isAlive } from './embedded-postmaster.ts'
import { isLong, isSoak } from '../../testing/soak.ts'

type StartReport = { url: string; adopted: boolean; refused?: undefined } | { refused: string; url?: undefined }

const asRoot = process.getuid?.() === 0
const nobody = 65534
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const freshFolder = async (name = 'postgres') => {
  const folder = await databaseFolder()
  cleanups.push(startReaper(folder))
  return join(folder, name)
}

/** Another Atelier on `folder`; stopped after the test unless the test killed it. */
const startProcess = async (folder: string, owner?: number) => {
  const program = join(import.meta.dirname, '..', '..', 'testing', 'databases', 'embedded-process.ts')
  const as = owner ? { uid: owner, gid: owner } : {}
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'], ...as })
  const exit = once(child, 'exit')
  cleanups.push(() => (child.stdin.end(), exit))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, exit, said: JSON.parse(line) as StartReport }
}

const kill = async ({ child, exit }: { child: ChildProcess; exit: Promise<unknown> }) => {
  child.kill('SIGKILL')
  await exit
}

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const postmasterOf = async (folder: string) =>
  Number((await readFile(join(folder, 'files', 'postmaster.pid'), 'utf8')).split('\n')[0])

test('a start removes what one left that was killed during creation, and listens on no network', async () => {
  const folder = await freshFolder()
  await mkdir(join(folder, 'files.half-made', 'base'), { recursive: true })
  const server = await startEmbedded({ folder })
  expect(await readdir(folder)).not.toContain('files.half-made')
  expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await server.stop()
})

test('rows survive a restart, though the pid file names another program; a stop leaves no process and no socket', async () => {
  const folder = await freshFolder()
  const first = await startEmbedded({ folder })
  await query(first.url, 'create table kept as select 42 as answer')
  const pid = await postmasterOf(folder)
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  expect(await readdir(join(folder, 'socket'))).toEqual([])
  await writeFile(join(folder, 'files', 'postmaster.pid'), `${process.pid}\n${folder}\n0\n5432\n\n\n\nready\n`)
  const second = await startEmbedded({ folder })
  expect(second.adopted).toBe(false)
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('one of two starts on an empty folder runs, and the other names the process that holds the folder', async () => {
  const folder = await freshFolder()
  const both = await Promise.all([startProcess(folder), startProcess(folder)])
  const [winner] = both.filter(({ said }) => said.url)
  const [loser] = both.filter(({ said }) => said.refused)
  expect(loser?.said.refused).toContain(`Another Atelier (process ${winner?.child.pid}) is using the database`)
  expect((await readdir(folder)).filter((name) => name.startsWith('files.'))).toEqual([])
})

test.runIf(isSoak)(
  'the winning start continues while the losing start still writes the files that it abandons',
  async () => {
    const folder = await freshFolder()
    const given = join(folder, 'files.given-up')
    await mkdir(given, { recursive: true })
    const writer = spawn('sh', ['-c', 'while :; do i=$((i+1)); echo > "$0/$i"; done', given], { stdio: 'ignore' })
    const exit = once(writer, 'exit')
    cleanups.push(() => (writer.kill('SIGKILL'), exit))
    const server = await startEmbedded({ folder })
    cleanups.push(() => server.stop())
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test('a start after SIGKILL adopts the running database with every committed row', async () => {
  const folder = await freshFolder()
  const first = await startProcess(folder)
  await query(first.said.url!, 'create table kept as select 42 as answer')
  const pid = await postmasterOf(folder)
  await kill(first)
  const second = await startEmbedded({ folder })
  expect(second.adopted).toBe(true)
  expect(await postmasterOf(folder)).toBe(pid)
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a start after SIGKILL of the database recovers every committed row', async () => {
  const folder = await freshFolder()
  const first = await startProcess(folder)
  await query(first.said.url!, 'create table kept as select 42 as answer')
  process.kill(await postmasterOf(folder), 'SIGKILL')
  await kill(first)
  const second = await startEmbedded({ folder })
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('a database that dies is restarted at the same address', async () => {
  const folder = await freshFolder()
  const server = await startEmbedded({ folder })
  cleanups.push(() => server.stop())
  const before = await postmasterOf(folder)
  process.kill(before, 'SIGKILL')
  await expect.poll(() => query(server.url, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }])
  expect(await postmasterOf(folder)).not.toBe(before)
})

test.runIf(isLong)(
  'a folder with a path too long for a socket gets a socket elsewhere, and the stop removes it',
  async () => {
    const folder = await freshFolder(`a ${'long'.repeat(25)} & “name”`)
    const server = await startEmbedded({ folder })
    const socket = new URL(server.url).searchParams.get('host')!
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    await expect(stat(socket)).rejects.toThrow('ENOENT')
  },
)

test('a folder with other files is refused and left unchanged', async () => {
  const folder = await freshFolder()
  await mkdir(join(folder, 'files'), { recursive: true })
  await writeFile(join(folder, 'files', 'letter.txt'), 'dear')
  await expect(startEmbedded({ folder })).rejects.toThrow('is not empty and holds no database. Set ATELIER_DATA')
  expect(await readdir(join(folder, 'files'))).toEqual(['letter.txt'])
})

test('a database of another version is refused with a message', async () => {
  const folder = await freshFolder()
  await mkdir(join(folder, 'files'), { recursive: true })
  await writeFile(join(folder, 'files', 'PG_VERSION'), '15\n')
  await expect(startEmbedded({ folder })).rejects.toThrow(/was made by PostgreSQL 15, and this Atelier brings 18/)
})

test('a file in place of the folder is refused with a message', async () => {
  const folder = await freshFolder()
  await writeFile(folder, '')
  await expect(startEmbedded({ folder })).rejects.toThrow(/cannot be used for the database: EEXIST/)
})

test.skipIf(!asRoot)('root: an ordinary user has its own database, and cannot enter root’s', async () => {
  const folder = await freshFolder('home')
  await mkdir(folder)
  await chown(folder, nobody, nobody)
  const theirs = await startProcess(join(folder, 'postgres'), nobody)
  expect(theirs.said).toMatchObject({ adopted: false })
  const ours = await startEmbedded({ folder: await freshFolder() })
  const script = `new (require('pg').Client)({ connectionString: process.argv[1] }).connect().then(
    () => console.log('entered'), (error) => console.log(error.code))`
  const stranger = spawn(process.execPath, ['-e', script, ours.url], {
    uid: nobody,
    gid: nobody,
    cwd: import.meta.dirname,
  })
  const [line] = (await once(createInterface(stranger.stdout), 'line')) as [string]
  expect(line).toBe('EACCES')
  await ours.stop()
})

test.skipIf(!isLong || !asRoot)('root: a database below a closed folder runs', async () => {
  const folder = await freshFolder('closed')
  await mkdir(folder, { mode: 0o700 })
  const server = await startEmbedded({ folder: join(folder, 'data', 'postgres') })
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
})
