import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { accountFor } from '../../platform/db/embedded-account.ts'
import { findPrograms } from '../../platform/db/embedded-programs.ts'
import { childrenOf } from '../databases/stopped-database.ts'
import type { Centre } from './centre.ts'
import type { NetworkHost } from './network.ts'

/** A PostgreSQL with a synchronous standby, at one address, which leads to the primary. */
export interface SoakDatabase {
  readonly url: string
  /** Ends all processes of the primary at once, as a crash does, and starts it again after a while. */
  crash(awayMs: number): Promise<void>
  /** Ends the primary permanently, promotes the standby, and makes a new standby. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** One of two servers. */
interface Server {
  readonly files: string
  readonly port: number
}

const run = promisify(execFile)
// It has no TLS and trusts all, inside of a network that only a soak has.
const access = 'host all all all trust\nhost replication all all trust\n'
const settings = {
  unix_socket_directories: '',
  max_connections: 200,
  jit: 'off',
  // The machine of a soak does not crash: what a process wrote is kept.
  fsync: 'off',
  synchronous_commit: 'on',
  wal_keep_size: '256MB',
  max_wal_size: '256MB',
  wal_retrieve_retry_interval: '200ms',
}

/** Starts it in `folder`, on the host of the centre, whose proxy gives it its address. */
export const startSoakDatabase = async (
  host: NetworkHost,
  centre: Pick<Centre, 'tell'>,
  folder: string,
): Promise<SoakDatabase> => {
  const { folder: programs, initdb, postgres } = await findPrograms()
  await mkdir(folder, { recursive: true })
  const account = await accountFor(folder, programs)
  const own = async (path: string) => account.owner && chown(path, account.owner.uid, account.owner.gid)
  const asAccount = async (program: string, ...words: string[]) => {
    const { file, args } = account.command(program, words)
    await run(file, [...args])
  }
  await own(folder)
  const urlOf = ({ port }: Server) => `postgres://atelier@${host.address}:${port}/postgres`
  const start = async (server: Server): Promise<ChildProcess> => {
    const all = { ...settings, listen_addresses: host.address, port: server.port }
    const words = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const { file, args } = account.command(postgres, ['-D', server.files, ...words])
    const [first, ...rest] = [...host.within, file, ...args]
    const child = spawn(first!, rest, { stdio: 'ignore' })
    await untilItAnswers(urlOf(server), child)
    return child
  }
  const write = async (path: string, content: string) => {
    await writeFile(path, content)
    await own(path)
  }
  const addStandby = async (to: Server, from: Server) => {
    await rm(to.files, { recursive: true, force: true })
    const label = await inBackup(urlOf(from), () => asAccount('cp', '-a', from.files, to.files).catch(() => undefined))
    await rm(join(to.files, 'postmaster.pid'), { force: true })
    await write(join(to.files, 'backup_label'), label)
    await write(join(to.files, 'standby.signal'), '')
    const source = `host=${host.address} port=${from.port} user=atelier`
    await write(join(to.files, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
    const child = await start(to)
    await query(urlOf(from), `alter system set synchronous_standby_names = '*'`)
    await query(urlOf(from), 'select pg_reload_conf()')
    const streams = `select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`
    while ((await query(urlOf(from), streams)).length === 0) await pause(50)
    return child
  }

  let primary: Server = { files: join(folder, 'one'), port: 5433 }
  let standby: Server = { files: join(folder, 'two'), port: 5434 }
  const made = ['-D', primary.files, '-U', 'atelier', '--auth=trust', '--no-sync', '-E', 'UTF8', '--no-locale']
  await asAccount(initdb, ...made)
  await write(join(primary.files, 'pg_hba.conf'), access)
  let first = await start(primary)
  let second = await addStandby(standby, primary)
  const lead = () => centre.tell({ kind: 'database', port: primary.port })
  await lead()
  return {
    url: `postgres://atelier@${host.address}:5432/postgres`,
    crash: async (awayMs) => {
      await end(first, 'SIGQUIT')
      await pause(awayMs)
      first = await start(primary)
    },
    failOver: async () => {
      const exit = once(first, 'exit')
      await killAll(first.pid!)
      await exit
      await query(urlOf(standby), 'select pg_promote()')
      // A commit waits for a synchronous standby, and there is none for now.
      await query(urlOf(standby), `alter system set synchronous_standby_names = ''`)
      await query(urlOf(standby), 'select pg_reload_conf()')
      ;[primary, standby] = [standby, primary]
      first = second
      await lead()
      second = await addStandby(standby, primary)
    },
    stop: async () => {
      await end(second, 'SIGINT')
      await end(first, 'SIGINT')
    },
  }
}

/** Sends a signal to a process that may have ended, and waits for its end. */
export const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Ends a server with all its processes, none of which is to answer a client again. */
export const killAll = async (postmaster: number) => {
  for (const pid of [postmaster, ...(await childrenOf(postmaster))])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process ended with its parent.
    }
}

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Record<string, string>>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Copies a running server, and gives the label without which the copy would not be consistent. */
const inBackup = async (url: string, copy: () => Promise<unknown>): Promise<string> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    await copy()
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    return rows[0]!.labelfile
  } finally {
    await client.end()
  }
}

const untilItAnswers = async (url: string, child: ChildProcess) => {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('A server of the database did not start')
    const isUp = await query(url, 'select 1').then(
      () => true,
      () => false,
    )
    if (isUp) return
    await pause(50)
  }
}
