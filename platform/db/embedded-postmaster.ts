import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from './embedded-account.ts'
import { type Cluster, programEnvironment } from './embedded-cluster.ts'
import type { Programs } from './embedded-programs.ts'

const pollMs = 10
const stopMs = 30_000
const logMaxBytes = 10 * 1024 * 1024

/**
 * The live server of this cluster, or undefined. Records whose process has ended, or is another program, are removed.
 */
export const findPostmaster = async (cluster: Cluster) => {
  const { record, text, live } = await readPostmaster(cluster)
  if (live) return live
  await removeRecord(record, text)
  const socketRecord = join(cluster.socketFolder, '.s.PGSQL.5432.lock')
  const socketText = await readFile(socketRecord, 'utf8').catch(() => '')
  if (!(await isServer(Number(socketText.split('\n')[0]), cluster))) await removeRecord(socketRecord, socketText)
  return undefined
}

/** The live server of the cluster in `files`, and PostgreSQL's own record of it, `postmaster.pid`; changes nothing. */
export const readPostmaster = async (cluster: Pick<Cluster, 'files'>) => {
  const record = join(cluster.files, 'postmaster.pid')
  const text = await readFile(record, 'utf8').catch(() => '')
  const [pid, , , , socketFolder = '', , , status = ''] = text.split('\n')
  const live = (await isServer(Number(pid), cluster))
    ? { pid: Number(pid), socketFolder, ready: status.trim() === 'ready' }
    : undefined
  return { record, text, live }
}

/** Another start may have replaced the record since it was read: a changed record is put back. */
const removeRecord = async (record: string, text: string) => {
  if (text === '') return
  const aside = `${record}.${randomUUID()}`
  const moved = await rename(record, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, record).catch(() => undefined)
  await rm(aside)
}

/** A process number can be in use again by another program; if the system shows it, its command line decides. */
const isServer = async (pid: number, { files }: Pick<Cluster, 'files'>) => {
  if (!pid || !isAlive(pid)) return false
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => files)
  return commandLine.includes(files)
}

/** False too for a process that has ended and whose parent has not taken notice yet. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return stateOf(pid) !== 'Z'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const stateOf = (pid: number) => {
  try {
    return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** How a server of the embedded database runs. */
export interface Mode {
  readonly durable: boolean
  /** How many clients it takes at once. */
  readonly connections: number
  /** In addition to the environment of every program of the database. */
  readonly environment: Readonly<Record<string, string>>
}

/** Starts a server in a session of its own, so that an interrupt at the terminal reaches it only through us. */
export const spawnPostmaster = async (cluster: Cluster, account: Account, programs: Programs, mode: Mode) => {
  await using log = await openLog(cluster)
  const { file, args } = account.command(
    ...withEnvironment(mode, programs.postgres, '-D', cluster.files, ...settingsOf(cluster, mode)),
  )
  const child = spawn(file, args, { detached: true, stdio: ['ignore', log.fd, log.fd], env: programEnvironment() })
  // A process that did not start has no id, which `waitUntilReady` sees.
  child.on('error', () => undefined)
  child.unref()
  return { child, logFrom: (await log.stat()).size }
}

/** The account changes first: files that a library opens as root, its server could not open again. */
const withEnvironment = ({ environment }: Mode, program: string, ...args: string[]): [string, string[]] => {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  return variables.length === 0 ? [program, args] : ['env', [...variables, program, ...args]]
}

const openLog = async ({ log }: Cluster) => {
  const { size } = await stat(log).catch(() => ({ size: 0 }))
  if (size > logMaxBytes) await rename(log, `${log}.1`)
  return open(log, 'a', 0o600)
}

const settingsOf = ({ socketFolder, access, names }: Cluster, { durable, connections }: Mode) =>
  Object.entries({
    listen_addresses: '',
    port: 5432,
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    hba_file: access,
    ident_file: names,
    max_connections: connections,
    huge_pages: 'off',
    jit: 'off',
    log_line_prefix: '%m [%p] ',
    // A statement or a row in the log could hold a secret.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** True once the server takes connections; false when it ended instead. */
export const waitUntilReady = async (cluster: Cluster, child: ChildProcess): Promise<boolean> => {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return false
    const found = await findPostmaster(cluster)
    if (found?.ready && found.pid === child.pid) return true
    await pause(pollMs)
  }
}

/** The server's log after `from` bytes. */
export const logAfter = async ({ log }: Cluster, from: number): Promise<string> =>
  (await readFile(log)).subarray(from).toString()

/** Ends the server cleanly, and waits for its process; after 30 s it is ended as by a crash, which loses nothing. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  signal(pid, 'SIGINT')
  const deadline = Date.now() + stopMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT')
    await pause(pollMs)
  }
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
