import type Docker from 'dockerode'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Socket, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from '../sandbox.ts'
import type { StartedCommand } from '../start-process.ts'
import { nextContainer, removeContainer, type Engine } from './engine.ts'
import { readReports, type Use } from './reports.ts'

/**
 * A socket at `path` that first.pl in a container connects to `count` times: reports, input if any, output, errors. It
 * takes no further connection once all have come: the command must not reach this socket.
 */
const acceptStreams = async (path: string, count: number) => {
  const sockets: Socket[] = []
  const allConnected = Promise.withResolvers<readonly Socket[]>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // A broken stream ends, and the reports have the outcome of the command.
    socket.on('error', () => {})
    if (sockets.length === count) {
      socket.destroy()
      return
    }
    sockets.push(socket)
    if (sockets.length < count) return
    server.close()
    allConnected.resolve(sockets)
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    /** Never rejects; stays pending if the container does not get that far. */
    streams: allConnected.promise,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The parts of a command's container. */
interface ContainerStart {
  readonly engine: Engine
  /** A folder only for this command, which does not exist yet. Its path is short enough for a socket. */
  readonly folder: string
  readonly environmentScript: string
  readonly filter: Buffer | undefined
  readonly fstab: string
  readonly words: readonly string[]
  readonly options: Docker.ContainerCreateOptions
}

/** Events of a started container: each report of its use, and its removal, which ends after its command. */
interface ContainerEvents {
  onUse(use: Use): void
  onEnd(removal: Promise<void>): void
}

const initScript = readFileSync(join(import.meta.dirname, 'first.pl'), 'utf8')
const startTimeoutMs = 60_000
const pollMs = 500
/** For the first process to end all others, before the container is removed. */
const killGraceMs = 5000
/** For streams that are still open after the end of the command. */
const drainTimeoutMs = 2000

/** Starts a command in a container of its own. Rejects with a sentence if the engine does not start it. */
export const startContainer = async (start: ContainerStart, command: Command, events: ContainerEvents) => {
  const hasInput = command.stdin !== undefined
  const { name, labels } = nextContainer()
  const container = start.engine.docker.getContainer(name)
  mkdirSync(start.folder, { mode: 0o700 })
  let server: Awaited<ReturnType<typeof acceptStreams>> | undefined
  try {
    writeStart(start)
    server = await acceptStreams(join(start.folder, 's.sock'), hasInput ? 4 : 3)
    await start.engine.docker.createContainer({
      ...start.options,
      name,
      Labels: labels,
      Entrypoint: [],
      Cmd: ['perl', '-e', initScript, hasInput ? '1' : '', name, ...start.words],
    })
    await container.start()
    const [reports, ...streams] = await untilConnected(container, server.streams)
    // The first process has opened it by now, and it may contain secrets.
    await rm(join(start.folder, 'environment'))
    const input = hasInput ? streams.shift() : undefined
    if (input) feed(input, command.stdin)
    const pid = await pidOf(container, name)
    return toStartedCommand(
      { container, pid, reports: reports!, stdout: streams[0]!, stderr: streams[1]! },
      start.folder,
      events,
    )
  } catch (error) {
    server?.close()
    await removeContainer(container).catch(() => undefined)
    await rm(start.folder, { recursive: true, force: true })
    throw error
  }
}

const writeStart = ({ folder, environmentScript, filter, fstab }: ContainerStart) => {
  const write = (file: string, content: string | Buffer) => writeFileSync(join(folder, file), content, { mode: 0o600 })
  write('environment', environmentScript)
  write('filter.bpf', filter ?? '')
  write('fstab', fstab)
}

const untilConnected = async (container: Docker.Container, streams: Promise<readonly Socket[]>) => {
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    const connected = await Promise.race([streams, delay(pollMs, undefined, { ref: false })])
    if (connected) return connected
    const { State } = await container.inspect()
    if (!State.Running) throw new Error(`The container ended before its command began: ${await logOf(container)}`)
  }
  throw new Error(`The container did not begin its command within ${startTimeoutMs / 1_000} seconds.`)
}

const logOf = async (container: Docker.Container) => {
  const log = await container.logs({ stdout: true, stderr: true, tail: 5 }).catch(() => Buffer.from('it has no log'))
  // Docker puts eight bytes before each text. What cannot be printed goes, and they with it.
  return log
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e\n]/g, '')
    .trim()
    .slice(-500)
}

/** The number of the container's first process as this process sees it; undefined if it does not see it. */
const pidOf = async (container: Docker.Container, name: string): Promise<number | undefined> => {
  const { State } = await container.inspect().catch(() => ({ State: { Pid: 0 } }))
  try {
    return readFileSync(`/proc/${State.Pid}/cmdline`, 'utf8').split('\0').includes(name) ? State.Pid : undefined
  } catch {
    return undefined
  }
}

const feed = (input: Socket, stdin: Command['stdin']) => {
  // Its end is only seen by a reader.
  input.resume()
  if (stdin instanceof Readable) pipeline(stdin, input).catch(() => {})
  else input.end(stdin ?? '')
}

interface RunningContainer {
  readonly container: Docker.Container
  readonly pid: number | undefined
  readonly reports: Socket
  readonly stdout: Socket
  readonly stderr: Socket
}

const toStartedCommand = (
  { container, pid, reports, stdout, stderr }: RunningContainer,
  folder: string,
  events: ContainerEvents,
): StartedCommand => {
  let use: Use | undefined
  let isOver = false
  const closed = Promise.all([stdout, stderr].map(closeAfterEnd))
  const ended = readReports(reports, (latest) => {
    use = latest
    events.onUse(latest)
  }).then((code) => {
    isOver = true
    reports.destroy()
    events.onEnd(removeContainer(container).then(() => rm(folder, { recursive: true, force: true })))
    // Without a code the container was killed.
    return code === undefined ? ([null, 'SIGKILL'] as const) : ([code, null] as const)
  })
  return {
    pid,
    stdout,
    stderr,
    group: {
      cpuSeconds: async () => use?.cpuSeconds ?? 0,
      oomKills: async () => use?.oomKills ?? 0,
    },
    ended,
    hasEnded: () => isOver,
    async kill() {
      // The first process ends all others once it reads that the server sends nothing more.
      reports.end()
      await Promise.race([ended, delay(killGraceMs, undefined, { ref: false })])
      if (isOver) return
      await removeContainer(container).finally(() => reports.destroy())
    },
    async settled() {
      for (const stream of [stdout, stderr]) stream.resume()
      const timer = setTimeout(() => {
        for (const stream of [stdout, stderr]) stream.destroy()
      }, drainTimeoutMs)
      await closed
      clearTimeout(timer)
    },
  }
}

const closeAfterEnd = async (stream: Socket) => {
  stream.once('end', () => stream.end())
  await once(stream, 'close').catch(() => undefined)
}
