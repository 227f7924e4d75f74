import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { poolOf } from './owner-pools.ts'
import { connections } from './workers.ts'

/** A PostgreSQL of its own for tests and benches, in a temporary folder. */
export interface TestCluster {
  /** Address of the maintenance database; its user is the superuser. */
  readonly url: string
  stop(): Promise<void>
}

export const migrations = join(import.meta.dirname, '..', 'migrations')
export const migratedTemplate = 'migrated'

/**
 * A server in a temporary folder, with a migrated template database; gone with this process, however that ends.
 * `environment` is given to the server, beside what it has.
 */
export const startTestCluster = async (environment?: Readonly<Record<string, string>>): Promise<TestCluster> => {
  const folder = await temporaryFolder()
  const reap = startReaper(folder)
  try {
    const server = await startTestServer(folder, environment)
    return { url: server.url, stop: () => server.stop().then(reap) }
  } catch (error) {
    await reap()
    throw error
  }
}

/** The server alone, whose data may be lost, in `folder`/postgres; the caller has started the reaper. */
export const startTestServer = async (
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestCluster> => {
  const server = await startEmbedded({ folder: join(folder, 'postgres'), durable: false, connections, environment })
  const url = databaseUrl(server.url, 'postgres')
  try {
    await createTemplate(url)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url, stop: () => server.stop() }
}

export const temporaryFolder = async (within = tmpdir()): Promise<string> => {
  const folder = await mkdtemp(join(within, 'atelier-test-'))
  await chmod(folder, 0o711)
  return folder
}

const memoryFolder = '/dev/shm'
const roomBytes = 4 * 2 ** 30

/** A folder for a database server whose data may be lost: in memory where there is room, since each suite makes a database. */
export const databaseFolder = async (): Promise<string> =>
  temporaryFolder((await isRoomInMemory()) ? memoryFolder : tmpdir())

const isRoomInMemory = () =>
  statfs(memoryFolder).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, process.availableMemory() / 2) >= roomBytes,
    () => false,
  )

/**
 * A disk in memory, mounted where temporary files lie, for those of tests: ext4 passes over what was deleted in the
 * last minute, file by file, whenever it makes one. Undefined without room, or if this user may not mount.
 */
export const mountMemory = async (): Promise<string | undefined> => {
  if (process.getuid?.() !== 0 || !(await isRoomInMemory())) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'at-'))
  const mount = spawn('mount', ['-t', 'tmpfs', '-o', 'mode=1777,noatime', 'tmpfs', folder], { stdio: 'ignore' })
  const [status] = (await once(mount, 'exit').catch(() => [1])) as [number | null]
  if (status === 0) return folder
  await rmdir(folder)
  return undefined
}

export const databaseUrl = (url: string, name: string): string => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

const createTemplate = async (url: string) => {
  await maintain(url, `create database ${migratedTemplate}`)
  await migrate({ url: databaseUrl(url, migratedTemplate), folder: migrations })
}

/** Makes a database from `template` and gives its name. */
export const createTestDatabase = async (url: string, template: string): Promise<string> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  // The files are copied, not each page written to the log too.
  await maintain(url, `create database ${name} template ${template} strategy file_copy`)
  return name
}

export const dropTestDatabase = (url: string, name: string): Promise<void> =>
  maintain(url, `drop database if exists ${name} with (force)`)

const maintain = async (url: string, sql: string): Promise<void> => void (await poolOf(url).query(sql))

// Waits for the end of its input, which comes with the end of this process, even by kill -9.
const reaper = `
cat
pid=$(head -n 1 "$1/postgres/files/postmaster.pid" 2>/dev/null) && kill -INT "$pid" 2>/dev/null
rounds=0
while [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null && [ $rounds -lt 200 ]; do sleep 0.05; rounds=$((rounds + 1)); done
rm -rf "$1"
[ -z "$2" ] || { umount -l "$2"; rmdir "$2"; }`

/** Ends the server in `folder` and removes both, and what is `mounted`, when this process ends, or when the result is called. */
export const startReaper = (folder: string, mounted = ''): (() => Promise<void>) => {
  const words = ['-c', reaper, 'reaper', folder, mounted]
  const child = spawn('sh', words, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  return async () => {
    child.ref()
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
}
