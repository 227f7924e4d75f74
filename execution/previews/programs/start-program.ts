import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openBroker, type Broker } from '../../egress/index.ts'
import { bridgePath, remakeOwnFolder } from '../../sandbox/index.ts'
import type { Outcome, OutputStream, Sandbox, StopReason } from '../../sandbox/index.ts'
import { openEntrance, type Entrance } from './entrance.ts'
import { filesOf } from '../builds/kept-builds.ts'
import type { PreviewVersion, OnLine } from '../preview.ts'
import type { PreviewParts } from '../previews-api.ts'
import { isolatedPort, type Launch, type Program } from './program.ts'
import { proxyLimits } from '../gateway/proxy-limits.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { openOutputLines } from '../builds/output-lines.ts'

const entryFrom = join(import.meta.dirname, 'entry.cjs')
const entryPath = '/preview/entry.cjs'
const socketPath = '/preview/entry.sock'

// A program lives as long as it is used: its output is bounded per second, and its time by nothing.
const longestMs = 2 ** 31 - 1
const unboundedCpuSeconds = 10 ** 9
// Node's own threads, of `entry.cjs`.
const entryProcesses = 16

/**
 * Starts the program of a version in a sandbox of its own. Its files are read-only; /tmp and the home are its own and end
 * with it. Its network is loopback, and the broker where hosts are allowed. Connections come in by `entry.cjs`.
 */
export const programStarter =
  (parts: Pick<PreviewParts, 'sandboxes' | 'socketFolder' | 'limits'>): Launch =>
  async (site, version, signal) => {
    const { start, environment, program } = version.build
    if (start === null && !program) throw new Error(`The build ${version.build.folder} has no program to start`)
    await version.prepare()
    const surroundings = await version.surroundings()
    await remakeOwnFolder(parts.socketFolder)
    signal.throwIfAborted()
    const opened: ProgramParts = {}
    try {
      opened.entrance = await openEntrance(newSocketPath(parts), proxyLimits.connections)
      if (surroundings.allowHosts.length > 0) opened.broker = await openWayOut(parts, surroundings.allowHosts)
      opened.sandbox = await openSandbox(parts, site, version, opened)
      const port = program?.port ?? (parts.sandboxes.isolates ? isolatedPort : await freePort())
      const output = openLogOutput(version.onLine)
      const bridge = parts.sandboxes.isolates && opened.broker ? bridgePath : ''
      const stopping = new AbortController()
      const run = opened.sandbox.run({
        ...entryOf(version, [opened.sandbox.path(entryPath), inside(opened), String(port), bridge]),
        environment: {
          ...(program && { HOME: '/tmp' }),
          NODE_ENV: 'production',
          PYTHONUNBUFFERED: '1',
          ...environment,
          ...surroundings.environment,
          PORT: String(port),
          HOST: '127.0.0.1',
        },
        loadsBridge: bridge !== '',
        wallMs: longestMs,
        outputBytes: Number.MAX_SAFE_INTEGER,
        ...(surroundings.mask && { mask: surroundings.mask }),
        onOutput: output.push,
        signal: stopping.signal,
      })
      return running(port, opened, run, output.end, stopping, parts.limits.memoryBytes)
    } catch (error) {
      await closeAll(opened)
      throw error
    }
  }

interface ProgramParts {
  entrance?: Entrance
  broker?: Broker
  sandbox?: Sandbox
}

/** `entry.cjs` with its program. Its program must not slow down requests that people wait for. */
const entryOf = ({ build: { start, program } }: PreviewVersion, words: readonly string[]) =>
  program
    ? { argv: ['node', ...words, '', JSON.stringify(program)], fromHost: true, cwd: '/' }
    : { argv: ['nice', '-n', '10', 'node', ...words, start ?? ''] }

const inside = ({ sandbox }: ProgramParts) => sandbox!.path(socketPath)

const running = (
  port: number,
  opened: ProgramParts,
  run: Promise<Outcome>,
  endOutput: () => void,
  stopping: AbortController,
  memoryBytes: number,
): Program => {
  const end = async () => {
    const sentence = await run.then(
      (outcome) => sentenceOf(outcome, memoryBytes),
      () => 'The program could not be started.',
    )
    endOutput()
    // A folder that cannot be removed now is removed by the next start of the server.
    await closeAll(opened).catch(() => {})
    return sentence
  }
  const ended = end()
  return {
    port,
    connect: (signal) => opened.entrance!.connect(signal),
    ended,
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}

const closeAll = async ({ entrance, broker, sandbox }: ProgramParts) => {
  await Promise.all([entrance?.close(), sandbox?.close()])
  await broker?.close()
}

export const newSocketPath = ({ socketFolder }: Pick<PreviewParts, 'socketFolder'>) =>
  join(socketFolder, `${randomBytes(8).toString('hex')}.sock`)

const openWayOut = (parts: Pick<PreviewParts, 'socketFolder'>, allowHosts: readonly string[]) =>
  // A program may run for months, and its traffic adds up.
  openBroker({ socketPath: newSocketPath(parts), allowHosts, limits: { totalBytes: Number.MAX_SAFE_INTEGER } })

const openSandbox = (
  { sandboxes, limits }: Pick<PreviewParts, 'sandboxes' | 'limits'>,
  site: string,
  { build }: PreviewVersion,
  { entrance, broker }: ProgramParts,
) =>
  sandboxes.open({
    id: site,
    ...(build.program ? { system: filesOf(build) } : { worktree: { from: filesOf(build), writable: false } }),
    readonly: [
      { from: entryFrom, to: entryPath },
      { from: entrance!.socketPath, to: socketPath },
    ],
    limits: { ...limits, cpuSeconds: unboundedCpuSeconds, processes: limits.processes + entryProcesses },
    ...(broker && { egressSocket: broker.socketPath }),
  })

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const sentenceOf = ({ exitCode, signal, stoppedBy }: Outcome, memoryBytes: number): string => {
  if (stoppedBy !== undefined) return stopSentences(memoryBytes)[stoppedBy]
  if (signal !== null) return `The program was ended by ${signal}.`
  return `The program ended with exit code ${exitCode}.`
}

const stopSentences = (memoryBytes: number): Readonly<Record<StopReason, string>> => ({
  memory: `The program was stopped because it used more than ${Math.floor(memoryBytes / 2 ** 20)} MiB of memory.`,
  processes: 'The program was stopped because it started too many processes.',
  disk: 'The program was stopped because it wrote too many files.',
  'cpu-time': 'The program was stopped because it used too much processor time.',
  'wall-time': 'The program was stopped after 24 days.',
  output: 'The program was stopped because it printed too much.',
  cancelled: 'The program was stopped.',
})

const bytesPerSecond = 256 * 1024

/** Passes a program's printed lines to a callback. `push` returns a promise to wait for if it printed too much. */
export const openLogOutput = (onLine: OnLine, now: () => number = Date.now) => {
  const lines = openOutputLines((text) => onLine({ source: 'app', text }))
  let second = 0
  let bytes = 0
  return {
    push: (stream: OutputStream, chunk: Buffer): Promise<void> | undefined => {
      lines.push(stream, chunk)
      const at = Math.floor(now() / 1_000)
      bytes = at === second ? bytes + chunk.length : chunk.length
      second = at
      return bytes > bytesPerSecond ? delay(1_000) : undefined
    },
    end: lines.end,
  }
}
