import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino, type Logger } from 'pino'
import {
  readConfiguration,
  serviceLinksIn,
  StartRefusal,
  type Configuration,
} from '../../platform/configuration/index.ts'
import { startStorage } from './start-storage.ts'
import { closer, type Closer } from './closer.ts'
import { greetingFor } from './greeting.ts'
import { foldOutages } from './outage-lines.ts'
import type { RunningServer } from './start.ts'

const graceMs = 20_000
const startGraceMs = 5_000

// Registered before anything starts, so that a signal during the start stops the parts that have begun.
const stopRequested = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => once(process, name)))

/** Runs the server until a signal stops it. */
const serve = async () => {
  const configuration = readConfiguration(process.env)
  const logger = pino({ level: levelFor(configuration), base: undefined, hooks: foldOutages() }, await logStream())
  const services = serviceLinksIn(process.env)
  if (services.length > 0)
    logger.info({ names: services }, 'Passed over the addresses of services that Kubernetes writes beside the settings')
  const closing = closer()
  const starting = start(configuration, logger, closing)
  const server = await Promise.race([starting, stopRequested.then(() => undefined)])
  if (!server) return stopStart(starting, closing)
  const { baseUrl } = server
  // One write, so that no line of the log falls into it.
  const greeting = process.stdout.isTTY ? await greetingOf(configuration, server) : `Atelier is ready at ${baseUrl}\n`
  process.stdout.write(greeting)
  await stopRequested
  setTimeout(() => process.exit(1), graceMs).unref()
  await server.close()
}

/** Starts PostgreSQL while the modules of the server load, which takes most of the start. */
const start = async (configuration: Configuration, logger: Logger, closing: Closer) => {
  const begun = startStorage(configuration, logger, closing)
  await begun.underWay
  const { startServer } = await import('./start.ts')
  return startServer(configuration, logger, closing, begun)
}

/** Returns the greeting for a terminal. Its sign-in link must not be in a log, which others can read. */
const greetingOf = async (configuration: Configuration, { baseUrl, parts }: RunningServer) => {
  const file = join(configuration.storage.dataFolder, 'owner.json')
  const isServing = configuration.listen.role !== 'worker'
  const { issueStartLink } = await import('../../domains/accounts/people/index.ts')
  const startLink = isServing ? await issueStartLink(parts.signIn, file, new Date()) : undefined
  return greetingFor(configuration, { baseUrl, cwd: process.cwd(), path: process.env.PATH, startLink })
}

/** Returns the log level: at a terminal only warnings, unless the setting asks for more. */
const levelFor = ({ listen }: Configuration) =>
  process.stderr.isTTY && process.env.ATELIER_LOG_LEVEL === undefined ? 'warn' : listen.logLevel

/** Returns the stream of the log: JSON lines, or at a terminal short lines without ids. */
const logStream = async () => {
  if (!process.stderr.isTTY) return pino.destination(2)
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    destination: 2,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,driver,enforced,note,requestId,reqId,traceId',
  })
}

/** Waits for an interrupted start, then closes its parts. A start that hangs for five seconds is closed too. */
const stopStart = async (starting: Promise<RunningServer>, closing: Closer) => {
  setTimeout(() => process.exit(1), 2 * startGraceMs).unref()
  const hangs = delay(startGraceMs, 'hangs' as const, { ref: false })
  if ((await Promise.race([starting, hangs])) === 'hangs')
    process.stderr.write('Atelier was stopped before it was ready: its start did not go on.\n')
  await closing.close()
}

try {
  await serve()
  process.exit(0)
} catch (error) {
  const text = error instanceof StartRefusal ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
