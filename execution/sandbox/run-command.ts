import { constants } from 'node:os'
import type { Command, Outcome, OutputStream, StopReason, SandboxLimits } from './sandbox.ts'
import type { StartedCommand } from './start-process.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { takeCensus } from './process-census.ts'
import type { DiskChecks } from './disk.ts'
import { ownProcesses, type Machine } from './resource-limits.ts'
import { decodeLines } from '../../packages/charsets/index.ts'

const everyMs = 250

interface Oversight {
  limits: SandboxLimits
  machine: Machine
  hasEgress: boolean
  disk: DiskChecks
  isMemoryShort: () => Promise<boolean>
  goesOnWithoutMemory: boolean
}

/** Looks at a running command four times a second, and calls `stop` with the first limit that it has passed. */
const oversee = async (
  started: StartedCommand,
  oversight: Oversight,
  stop: (reason: StopReason) => void,
  until: AbortSignal,
): Promise<void> => {
  const isOver = () => until.aborted
  while (!isOver()) {
    await delay(everyMs, undefined, { signal: until, ref: false }).catch(() => {})
    if (isOver()) return
    const reason = await passedLimit(started, oversight).catch(() => undefined)
    if (reason && !isOver()) {
      stop(reason)
      return
    }
  }
}

const passedLimit = async ({ pid, group, togetherPassed }: StartedCommand, oversight: Oversight) => {
  const { limits, machine, goesOnWithoutMemory } = oversight
  if (group && !goesOnWithoutMemory && (await group.oomKills()) > 0) return 'memory'
  if (group && (await group.cpuSeconds()) > limits.cpuSeconds) return 'cpu-time'
  const together = togetherPassed?.()
  if (together) return together
  if (pid && (!machine.controllers.has('memory') || !machine.controllers.has('pids'))) {
    const census = await takeCensus(pid)
    if (census.memoryBytes > limits.memoryBytes) return 'memory'
    if (census.processes > limits.processes + ownProcesses(oversight.hasEgress)) return 'processes'
  }
  if (!machine.controllers.has('memory') && (await oversight.isMemoryShort())) return 'memory'
  return (await oversight.disk.isFull(pid)) ? 'disk' : undefined
}

/** Watches a started command to its end. Rejects only when it could not be started at all. */
export const runCommand = async (started: StartedCommand, command: Command, oversight: Oversight): Promise<Outcome> => {
  const began = performance.now()
  let stoppedBy: StopReason | undefined
  const stopped = Promise.withResolvers<void>()
  const stop = (reason: StopReason) => {
    if (stoppedBy) return
    stoppedBy = reason
    stopped.resolve()
    started.kill().catch(() => undefined)
  }
  const over = new AbortController()
  const output = watchOutput(started, command, command.outputBytes ?? oversight.limits.outputBytes, stop)
  const wall = setTimeout(stop, command.wallMs ?? oversight.limits.wallMs, 'wall-time')
  const cancel = () => stop('cancelled')
  command.signal?.addEventListener('abort', cancel, { once: true })
  if (command.signal?.aborted) cancel()
  try {
    oversee(started, oversight, stop, over.signal).catch(() => stop('cancelled'))
    const [code, signal] = await started.ended
    await started.settled()
    // The taker of the output may never do so; a stop of the command ends the wait as well.
    await Promise.race([output.taken(), stopped.promise])
    if (!stoppedBy && (await oversight.disk.isLeftFull().catch(() => false))) stoppedBy = 'disk'
    const reason = stoppedBy ?? (await reasonAfterwards(code, started))
    return {
      ...ending(code, signal, stoppedBy),
      ...(reason && { stoppedBy: reason }),
      ...output.texts(),
      durationMs: Math.round(performance.now() - began),
    }
  } finally {
    over.abort()
    clearTimeout(wall)
    command.signal?.removeEventListener('abort', cancel)
  }
}

const watchOutput = (
  started: StartedCommand,
  command: Command,
  outputBytesMax: number,
  stop: (reason: StopReason) => void,
) => {
  const ends = { stdout: keepEnds(), stderr: keepEnds() }
  const masks = { stdout: command.mask?.(), stderr: command.mask?.() }
  const waiting = new Map<OutputStream, Promise<void>>()
  const tell = (name: OutputStream, chunk: Buffer) => {
    const before = waiting.get(name)
    const taken = before ? before.then(() => command.onOutput?.(name, chunk)) : command.onOutput?.(name, chunk)
    if (!taken) return
    // Node lets the streams of a command flow once it has ended, which is little: that waits here, in order.
    if (!started.hasEnded()) started[name].pause()
    const goOn = () => {
      if (waiting.get(name) !== done) return
      waiting.delete(name)
      started[name].resume()
    }
    const done: Promise<void> = taken.then(goOn, goOn)
    waiting.set(name, done)
  }
  const listen = (name: OutputStream) => {
    started[name].on('data', (printed: Buffer) => {
      const chunk = masks[name]?.push(printed) ?? printed
      ends[name].add(chunk)
      if (ends.stdout.seen() + ends.stderr.seen() > outputBytesMax) stop('output')
      tell(name, chunk)
    })
  }
  listen('stdout')
  listen('stderr')
  const rest = (name: OutputStream) => {
    const chunk = masks[name]?.end()
    if (!chunk || chunk.length === 0) return
    ends[name].add(chunk)
    tell(name, chunk)
  }
  return {
    /** Resolves when every chunk was taken; to be called when the streams are closed. */
    taken: async () => {
      rest('stdout')
      rest('stderr')
      await Promise.all(waiting.values())
    },
    texts: () => ({
      stdout: ends.stdout.text(),
      stderr: ends.stderr.text(),
      truncated: ends.stdout.truncated() || ends.stderr.truncated(),
    }),
  }
}

const ending = (code: number | null, signal: string | null, stoppedBy: StopReason | undefined) => {
  if (stoppedBy) return { exitCode: null, signal: 'SIGKILL' }
  if (signal) return { exitCode: 128 + constants.signals[signal as NodeJS.Signals], signal }
  return { exitCode: code, signal: signalNames.get((code ?? 0) - 128) ?? null }
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))

const reasonAfterwards = async (code: number | null, { group }: StartedCommand): Promise<StopReason | undefined> => {
  if (code === 128 + constants.signals.SIGXCPU) return 'cpu-time'
  if (code === 128 + constants.signals.SIGXFSZ) return 'disk'
  return group && code !== 0 && (await group.oomKills()) > 0 ? 'memory' : undefined
}

const headBytes = 64 * 1024
const tailBytes = 192 * 1024

const shown = (part: Buffer) => decodeLines(part, { isCut: true })

/** Keeps the first 64 KiB and the last 192 KiB of a stream, in flat memory for any length. */
export const keepEnds = () => {
  const head: Buffer[] = []
  const tail: Buffer[] = []
  let headLength = 0
  let tailLength = 0
  let seen = 0

  const add = (chunk: Buffer) => {
    seen += chunk.length
    const toHead = chunk.subarray(0, headBytes - headLength)
    if (toHead.length > 0) {
      head.push(toHead)
      headLength += toHead.length
    }
    const rest = chunk.subarray(toHead.length)
    if (rest.length === 0) return
    tail.push(rest)
    tailLength += rest.length
    while (tail[0] && tailLength - tail[0].length >= tailBytes) tailLength -= tail.shift()!.length
  }

  const text = () => {
    const ending = Buffer.concat(tail).subarray(-tailBytes)
    const missing = seen - headLength - ending.length
    if (missing === 0) return decodeLines(Buffer.concat([...head, ending]))
    return `${shown(Buffer.concat(head))}\n… ${missing} bytes left out …\n${shown(ending)}`
  }

  return { add, text, truncated: () => seen > headBytes + tailBytes, seen: () => seen }
}
