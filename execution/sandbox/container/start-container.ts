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

/** A socket on which the first process of a container connects `count` times, in an order that both sides know. */
interface StreamServer {
  /** Never rejects; stays pending if the container does not get that far. */
  readonly streams: Promise<readonly Socket[]>
  close(): void
}

/** Listens at `path`, and takes no further connection once all have come: the command must not reach this socket. */
const acceptStreams = async (path: string, count: number): Promise<StreamServer> => {
  const sockets: Socket[] = []
  const complete = Promise.withResolvers<readonly Socket[]>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    if (sockets.length === count) {
      socket.destroy()
      return
    }
    sockets.push(socket)
    if (sockets.length < count) return
    server.close()
    complete.resolve(sockets)
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    streams: complete.promise,
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
interface ContainerNews {
  onUse(use: Use): void
  onEnd(removal: Promise<void>): void
}

const firstScript = readFileSync(join(import.meta.dirname, 'first.pl'), 'utf8')
const beginMsMax = 60_000
const lookEveryMs = 500
const lingerMsMax = 5000
const closeMsMax = 2000

/** Starts a command in a container of its own. Rejects with a sentence when the engine does not start it. */
export const startContainer = async (
  start: ContainerStart,
  command: Command,
  news: ContainerNews,
): Promise<StartedCommand> => {
  const hasInput = command.stdin !== undefined
  const { name, labels } = nextContainer()
  const container = start.engine.docker.getContainer(name)
  mkdirSync(start.folder, { mode: 0o700 })
  let server: StreamServer | undefined
  try {
    writeStart(start)
    server = await acceptStreams(join(start.folder, 's.sock'), hasInput ? 4 : 3)
    await start.engine.docker.createContainer({
      ...start.options,
      name,
      Labels: labels,
      Entrypoint: [],
      Cmd: ['perl', '-e', firstScript, hasInput ? '1' : '', name, ...start.words],
    })
    await container.start()
    const [reports, ...streams] = await untilBegun(container, server.streams)
    // The first process has opened it by now, and it may hold secrets.
    await rm(join(start.folder, 'environment'))
    const input = hasInput ? streams.shift() : undefined
    if (input) feed(input, command.stdin)
    const pid = await pidOf(container, name)
    return commandOf(
      { container, pid, reports: reports!, stdout: streams[0]!, stderr: streams[1]! },
      start.folder,
      news,
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

const untilBegun = async (container: Docker.Container, streams: Promise<readonly Socket[]>) => {
  const deadline = performance.now() + beginMsMax
  while (performance.now() < deadline) {
    const begun = await Promise.race([streams, delay(lookEveryMs, undefined, { ref: false })])
    if (begun) return begun
    const { State } = await container.inspect()
    if (!State.Running) throw new Error(`The container ended before its command began: ${await logOf(container)}`)
  }
  throw new Error('The container did not begin its command within a minute.')
}

const logOf = async (container: Docker.Container) => {
  const log = await container.logs({ stdout: true, stderr: true, tail: 5 }).catch(() => Buffer.from('it has no log'))
  // Frames of eight bytes and a text: the texts are what can be printed.
  return log
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e\n]/g, '')
    .trim()
    .slice(-500)
}

/** The number of the first process here, or undefined if this process sees the engine's processes by others or not at all. */
const pidOf = async (container: Docker.Container, name: string): Promise<number | undefined> => {
  const { State } = await container.inspect().catch(() => ({ State: { Pid: 0 } }))
  try {
    return readFileSync(`/proc/${State.Pid}/cmdline`, 'utf8').split('\0').includes(name) ? State.Pid : undefined
  } catch {
    return undefined
  }
}

const feed = (input: Socket, stdin: Command['stdin']) => {
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

const commandOf = (
  { container, pid, reports, stdout, stderr }: RunningContainer,
  folder: string,
  news: ContainerNews,
): StartedCommand => {
  let use: Use | undefined
  let isOver = false
  const closed = Promise.all([stdout, stderr].map(closesAtEnd))
  const ended = readReports(reports, (latest) => {
    use = latest
    news.onUse(latest)
  }).then((code) => {
    isOver = true
    reports.destroy()
    news.onEnd(removeContainer(container).then(() => rm(folder, { recursive: true, force: true })))
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
      await Promise.race([ended, delay(lingerMsMax, undefined, { ref: false })])
      if (isOver) return
      await removeContainer(container).finally(() => reports.destroy())
    },
    async settled() {
      for (const stream of [stdout, stderr]) stream.resume()
      const patience = setTimeout(() => {
        for (const stream of [stdout, stderr]) stream.destroy()
      }, closeMsMax)
      await closed
      clearTimeout(patience)
    },
  }
}

const closesAtEnd = async (stream: Socket) => {
  stream.once('end', () => stream.end())
  await once(stream, 'close').catch(() => undefined)
}
