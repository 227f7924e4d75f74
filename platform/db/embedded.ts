import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartRefusal } from '../configuration/refusal.ts'
import { newClient } from './connection.ts'
import { type Account, accountFor } from './embedded-account.ts'
import {
  type Cluster,
  databaseName,
  makeFolder,
  prepareCluster,
  reasonIn,
  removeLeftovers,
  superuser,
} from './embedded-cluster.ts'
import {
  isAlive,
  waitUntilReady,
  findPostmaster,
  logAfter,
  type Mode,
  spawnPostmaster,
  stopPostmaster,
  readPostmaster,
} from './embedded-postmaster.ts'
import { findPrograms, type Programs } from './embedded-programs.ts'

interface EmbeddedSettings {
  /** The database's own folder; made when missing. Closed to everyone but its owner. */
  readonly folder: string
  /** False only in tests: a crash of the machine may then lose the database. */
  readonly durable?: boolean
  /** How many clients it takes at once: by default 150. */
  readonly connections?: number
  /** Only for tests: more variables of the server's environment, such as a library that it loads first. */
  readonly environment?: Readonly<Record<string, string>>
  /** Called once when the database went away and could not be started again. */
  readonly onLost?: (error: Error) => void
  /** Called each time that a server's process has started; it may not take connections yet. */
  readonly onStarting?: () => void
}

interface EmbeddedParts {
  readonly cluster: Cluster
  readonly account: Account
  readonly programs: Programs
  readonly mode: Mode
  readonly onStarting?: () => void
}

/** A server, and the connection whose lock makes it ours. */
interface HeldServer {
  readonly pid: number
  readonly adopted: boolean
  readonly socketFolder: string
  readonly lock: pg.Client
}

// PostgreSQL's own words for reasons that pass: another start was faster, or the last server is still going away.
const passing =
  /lock file "postmaster\.pid" already exists|pre-existing shared memory block|could not (bind|lock|create lock)/
const patienceMs = 10_000
const retryMs = 30
const lockKey = 4310

/**
 * Starts PostgreSQL in `folder`, creating the database the first time, or takes over the server that a killed
 * Atelier left there. One process owns it; the database server itself keeps the lock, so it ends with the process.
 * A server that dies later is started again. Throws StartRefusal when the folder is in use or cannot be used. See
 * decisions/0003.
 */
export const startEmbedded = async ({
  folder,
  durable = true,
  connections = 150,
  environment = {},
  onLost,
  onStarting,
}: EmbeddedSettings) => {
  await makeFolder(folder)
  const programs = await findPrograms()
  const account = await accountFor(folder, programs.folder)
  const place = {
    cluster: await prepareCluster(folder, account, programs),
    account,
    programs,
    mode: { durable, connections, environment },
    ...(onStarting && { onStarting }),
  }
  const first = await hold(place)
  try {
    await removeLeftovers(place.cluster)
    await createDatabase(first)
  } catch (error) {
    await release(first)
    throw error
  }
  return supervise(place, first, onLost)
}

/** True when `folder` holds an embedded database, running or not. */
export const hasEmbedded = (folder: string): Promise<boolean> =>
  access(join(folder, 'files')).then(
    () => true,
    () => false,
  )

const supervise = (place: EmbeddedParts, first: HeldServer, onLost?: (error: Error) => void) => {
  let current = Promise.resolve(first)
  let stopping = false
  const watch = (holding: HeldServer) => {
    holding.lock.once('end', () => {
      if (stopping) return
      current = hold(place)
      current.then(watch, (error: Error) => onLost?.(error))
    })
  }
  watch(first)
  return {
    /** Address for the owning user; leads to a Unix socket in a folder that only this user may enter. */
    url: addressOf(first.socketFolder, databaseName),
    /** True when a server that outlived its Atelier was found and taken over. */
    adopted: first.adopted,
    /** Ends the server cleanly and waits for it. */
    stop: async () => {
      stopping = true
      const holding = await current.catch(() => undefined)
      if (holding) await release(holding)
      if (!first.socketFolder.startsWith(place.cluster.folder))
        await rm(first.socketFolder, { recursive: true, force: true })
    },
  }
}

const release = async ({ pid, lock }: HeldServer) => {
  await stopPostmaster(pid)
  await lock.end().catch(() => undefined)
}

/** Finds or starts the server and takes its lock; what passes is tried again for `patienceMs`. */
const hold = async (place: EmbeddedParts): Promise<HeldServer> => {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const held = await tryHold(place)
    if ('lock' in held) return held
    if (Date.now() > deadline) throw new StartRefusal(held.obstacle)
    await pause(retryMs)
  }
}

const tryHold = async (place: EmbeddedParts): Promise<HeldServer | { obstacle: string }> => {
  const live = await findPostmaster(place.cluster)
  if (!live) return start(place)
  place.onStarting?.()
  const { cluster } = place
  const { pid, socketFolder, ready } = live
  if (ready) return lockServer(cluster, pid, socketFolder, true)
  return { obstacle: `The database in ${cluster.folder} is still starting or stopping (process ${pid}). Try again.` }
}

const start = async ({ cluster, account, programs, mode, onStarting }: EmbeddedParts) => {
  const { child, logFrom } = await spawnPostmaster(cluster, account, programs, mode)
  onStarting?.()
  if (await waitUntilReady(cluster, child)) return lockServer(cluster, child.pid!, cluster.socketFolder, false)
  const reason = reasonIn(await logAfter(cluster, logFrom))
  const obstacle = `The database in ${cluster.folder} did not start: ${reason} Its log is ${cluster.log}.`
  if (passing.test(reason)) return { obstacle }
  throw new StartRefusal(obstacle)
}

const lockServer = async (cluster: Cluster, pid: number, socketFolder: string, adopted: boolean) => {
  // A lost connection emits `end`, at which `supervise` takes the lock again.
  const lock = newClient({
    connectionString: addressOf(socketFolder, 'postgres'),
    application_name: `atelier owner ${process.pid}`,
  })
  try {
    await lock.connect()
    if (await takeLock(lock)) return { pid, adopted, socketFolder, lock }
    const owner = await ownerOf(lock)
    await lock.end()
    if (owner && isAlive(owner))
      throw new StartRefusal(
        `Another Atelier (process ${owner}) is using the database in ${cluster.folder}. Stop it first, or set ATELIER_DATA to another folder.`,
      )
    return { obstacle: `The database in ${cluster.folder} is held by a process that is ending. Try again.` }
  } catch (cause) {
    if (cause instanceof StartRefusal) throw cause
    await lock.end().catch(() => undefined)
    return { obstacle: `The database in ${cluster.folder} does not answer: ${(cause as Error).message}.` }
  }
}

const takeLock = async (lock: pg.Client) => {
  const { rows } = await lock.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
  return rows[0]!.taken
}

const ownerOf = async (lock: pg.Client) => {
  const { rows } = await lock.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where pid in (select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted)`,
    [lockKey],
  )
  return Number(rows[0]?.name.split(' ').at(-1)) || undefined
}

const createDatabase = async ({ lock }: HeldServer) => {
  const { rowCount } = await lock.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await lock.query(`create database ${databaseName}`)
}

/** The address of a server for the user who owns it. */
export const addressOf = (socketFolder: string, database: string): string =>
  `postgres://${superuser}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`

/** The address of the embedded database in `folder`, for the user who owns it; undefined if its server does not run. */
export const addressOfRunning = async (folder: string): Promise<string | undefined> => {
  const { live } = await readPostmaster({ files: join(folder, 'files') })
  return live && addressOf(live.socketFolder, databaseName)
}
