import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findOwner, projectRoot } from '../client/credentials.ts'
import type { Credentials } from '../client/client.ts'
import { failed } from '../failure.ts'

export interface DemoServer extends Credentials {
  readonly pid: number
  /** Ends the server and waits until it has. */
  stop(): Promise<void>
  /** Lets it continue after this process. */
  leave(): void
}

/** The built server if the demo is built too, else its sources. */
export const serverProgram = () => {
  const [, demo = ''] = process.argv
  const built = join(dirname(demo), 'server.mjs')
  return existsSync(built) ? built : join(projectRoot, 'apps/server/main.ts')
}
const startMostMs = 180_000
const stopMostMs = 40_000
const lookEveryMs = 50
const readyLine = /^Atelier is ready at (http:\S+)$/m

/**
 * Starts a server on a data folder of its own and a free port, with these settings; its log is `server.log` in that
 * folder.
 */
export const startDemoServer = async (
  dataFolder: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
  settings: Readonly<Record<string, string>> = {},
): Promise<DemoServer> => {
  const ownSettings = { ATELIER_DATA: dataFolder, ATELIER_PORT: '0', ATELIER_LOG_LEVEL: 'warn' }
  const logFile = join(dataFolder, 'server.log')
  const log = await open(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [...process.execArgv, serverProgram()], {
    cwd: dataFolder,
    env: { ...settingsFrom(environment), ...ownSettings, ...settings },
    stdio: ['ignore', log.fd, log.fd],
    // Ctrl-C in the terminal is for the demo, which ends the server when it has ended its own work.
    detached: true,
  })
  await log.close()
  try {
    await untilReady(child, logFile, signal)
    const owner = await findOwner({ ATELIER_DATA: dataFolder }, [])
    if (!owner) throw failed('no_owner', `The server wrote no owner.json into ${dataFolder}.`)
    return { ...owner, pid: child.pid!, stop: () => stop(child), leave: () => child.unref() }
  } catch (error) {
    await stop(child)
    throw error
  }
}

const ofThisMachine = /^ATELIER_(?:SANDBOX_\w+|REGISTRIES|EGRESS_HOSTS)$/

/** Leaves out settings of another server; settings of this machine's sandboxes and their network apply here too. */
export const settingsFrom = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const others = ['DATABASE_URL', 'SECRETS_ENCRYPTION_KEY']
  const passes = (name: string) => !others.includes(name) && (!name.startsWith('ATELIER_') || ofThisMachine.test(name))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => passes(name)))
}

const untilReady = async (child: ChildProcess, logFile: string, signal: AbortSignal) => {
  const until = Date.now() + startMostMs
  let lost: Error | undefined
  child.once('error', (error) => (lost = error))
  while (!readyLine.test(await readFile(logFile, 'utf8'))) {
    signal.throwIfAborted()
    if (lost) throw failed('server_not_started', `The server could not be started: ${lost.message}`)
    if (hasEnded(child)) throw failed('server_not_started', 'The server ended before it was ready.')
    if (Date.now() > until)
      throw failed('server_not_started', `The server was not ready after ${startMostMs / 1_000} seconds.`)
    await pause(lookEveryMs)
  }
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  exitCode !== null || signalCode !== null || pid === undefined

const stop = async (child: ChildProcess) => {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = new AbortController()
  const slow = pause(stopMostMs, 'slow' as const, { signal: late.signal }).catch(() => 'ended' as const)
  if ((await Promise.race([ended, slow])) === 'slow') {
    child.kill('SIGKILL')
    await ended
    throw failed('server_not_stopped', `The server did not stop within ${stopMostMs / 1_000} seconds and was ended.`)
  }
  late.abort()
}
