import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { childrenOf } from './process-census.ts'
import { keepEnds } from './output.ts'
import { oversee, type Oversight } from './oversight.ts'
import type { Command, Outcome, OutputStream, StopReason } from './sandbox.ts'

/**
 * What is started for a command. `environmentScript` is read by the command's first shell from descriptor 3, a file that
 * is made at `environmentFile` and removed before anything starts; `filterFile` by the driver from descriptor 4.
 * `endsBy` says whom to kill: the first process of the pid namespace, whose launcher ends only when the namespace is
 * empty, or the process group.
 */
export interface Start {
  argv: readonly string[]
  cwd: string
  environmentScript: string
  environmentFile: string
  filterFile: string | undefined
  endsBy: 'namespace' | 'group'
}

const closeMsMax = 2000
const lingerMsMax = 2000

/** Runs a command to its end. Rejects only when it could not be started at all. */
export const runCommand = async (start: Start, command: Command, oversight: Oversight): Promise<Outcome> => {
  const began = performance.now()
  const child = launch(start, command)
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const closed = once(child, 'close')
  closed.catch(() => {})
  let stoppedBy: StopReason | undefined
  const stopped = Promise.withResolvers<void>()
  const stop = (reason: StopReason) => {
    if (stoppedBy) return
    stoppedBy = reason
    stopped.resolve()
    kill(child, start, oversight).catch(() => child.kill('SIGKILL'))
  }
  const over = new AbortController()
  const output = watchOutput(child, command, command.outputBytes ?? oversight.limits.outputBytes, stop)
  const wall = setTimeout(stop, command.wallMs ?? oversight.limits.wallMs, 'wall-time')
  const cancel = () => stop('cancelled')
  command.signal?.addEventListener('abort', cancel, { once: true })
  if (command.signal?.aborted) cancel()
  try {
    if (child.pid) oversee(child.pid, oversight, stop, over.signal).catch(() => stop('cancelled'))
    const [code, signal] = await ended
    await settle(child, closed, oversight)
    // Who takes the output may never do so; what stops the command ends the wait as well.
    await Promise.race([output.taken(), stopped.promise])
    if (!stoppedBy && (await oversight.disk.isLeftFull().catch(() => false))) stoppedBy = 'disk'
    const reason = stoppedBy ?? (await reasonAfterwards(code, oversight))
    return {
      ...ending(code, signal, stoppedBy),
      ...(reason && { stoppedBy: reason }),
      ...output.kept(),
      durationMs: Math.round(performance.now() - began),
    }
  } finally {
    over.abort()
    clearTimeout(wall)
    command.signal?.removeEventListener('abort', cancel)
  }
}

const launch = (start: Start, command: Command) => {
  const environment = openText(start.environmentFile, start.environmentScript)
  const filter = start.filterFile ? openSync(start.filterFile, 'r') : undefined
  try {
    const [program, ...args] = start.argv
    const child = spawn(program!, args, {
      cwd: start.cwd,
      // Nothing of the server's environment, nor of the command's before the programs that build the view are through.
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      stdio: [command.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', environment, filter ?? 'ignore'],
      detached: true,
    })
    for (const stream of child.stdio) stream?.on('error', () => {})
    feed(child, command.stdin)
    return child
  } finally {
    closeSync(environment)
    if (filter !== undefined) closeSync(filter)
  }
}

const openText = (file: string, text: string) => {
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  const descriptor = openSync(file, 'r')
  unlinkSync(file)
  return descriptor
}

const feed = (child: ChildProcess, stdin: Command['stdin']) => {
  if (!child.stdin) return
  if (stdin instanceof Readable) pipeline(stdin, child.stdin).catch(() => {})
  else child.stdin.end(stdin)
}

const watchOutput = (
  child: ChildProcess,
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
    if (!hasEnded(child)) child[name]!.pause()
    const goOn = () => {
      if (waiting.get(name) !== done) return
      waiting.delete(name)
      child[name]!.resume()
    }
    const done: Promise<void> = taken.then(goOn, goOn)
    waiting.set(name, done)
  }
  const listen = (name: OutputStream) => {
    const stream = child[name]!
    stream.on('data', (printed: Buffer) => {
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
    kept: () => kept(ends),
  }
}

const kept = (ends: Readonly<Record<OutputStream, ReturnType<typeof keepEnds>>>) => ({
  stdout: ends.stdout.text(),
  stderr: ends.stderr.text(),
  truncated: ends.stdout.truncated() || ends.stderr.truncated(),
})

// A launcher that lives on reaps what it started; one that is killed with it leaves that to the host's first process.
const kill = async (child: ChildProcess, start: Start, { group }: Oversight) => {
  if (!child.pid || hasEnded(child)) return
  const first = start.endsBy === 'namespace' ? await childrenOf(child.pid).catch(() => []) : []
  for (const pid of first) killQuietly(pid)
  if (first.length > 0 && (await endsWithin(child, lingerMsMax))) return
  killQuietly(-child.pid)
  await group?.kill()
}

const endsWithin = async (child: ChildProcess, patienceMs: number) => {
  if (hasEnded(child)) return true
  const waiting = AbortSignal.timeout(patienceMs)
  return once(child, 'exit', { signal: waiting }).then(
    () => true,
    () => false,
  )
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const killQuietly = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // Gone already, or gone and its number given to somebody else's process.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

// The streams close when the last process that holds them is gone, which is now, unless one left the process group.
const settle = async (child: ChildProcess, closed: Promise<unknown>, { group }: Oversight) => {
  if (child.pid) killQuietly(-child.pid)
  await group?.kill()
  const patience = setTimeout(() => {
    child.stdout?.destroy()
    child.stderr?.destroy()
  }, closeMsMax)
  await closed
  clearTimeout(patience)
}

const ending = (code: number | null, signal: string | null, stoppedBy: StopReason | undefined) => {
  if (stoppedBy) return { exitCode: null, signal: 'SIGKILL' }
  if (signal) return { exitCode: 128 + constants.signals[signal as NodeJS.Signals], signal }
  return { exitCode: code, signal: signalNames.get((code ?? 0) - 128) ?? null }
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))

const reasonAfterwards = async (code: number | null, { group }: Oversight): Promise<StopReason | undefined> => {
  if (code === 128 + constants.signals.SIGXCPU) return 'cpu-time'
  if (code === 128 + constants.signals.SIGXFSZ) return 'disk'
  return group && code !== 0 && (await group.oomKills()) > 0 ? 'memory' : undefined
}
