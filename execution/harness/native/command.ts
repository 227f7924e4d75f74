import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

export interface CommandSpec {
  readonly argv: readonly string[]
  readonly directory: string
  readonly environment?: Readonly<Record<string, string>>
  readonly withinMs: number
  /** The stored part of the output, first and last part; the rest is counted. */
  readonly outputBytesMax: number
  /** Ends the command once it has printed more than this, stored or not; without it, time is the only bound. */
  readonly printedBytesMax?: number
  /** Given on its standard input, which is closed otherwise. */
  readonly input?: string
  /** Sees every byte as it comes. */
  readonly onOutput?: (chunk: Buffer) => void
  readonly signal: AbortSignal
}

export interface CommandEnd {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stoppedBy?: 'time' | 'output' | 'cancelled' | undefined
  /** Both streams as they came, invalid bytes replaced. */
  readonly output: string
}

type Piped = ChildProcessByStdio<Writable | null, Readable, Readable>

/** A command and all that it starts, ended together with it. */
export const runCommand = async (spec: CommandSpec): Promise<CommandEnd> => {
  const [program, ...rest] = spec.argv
  const child = spawn(program!, rest, {
    cwd: spec.directory,
    env: { ...process.env, ...spec.environment },
    stdio: [spec.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that processes that it leaves running can be ended with it.
    detached: true,
  }) as Piped
  // A command that does not read its input may end before it was written.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(spec.input)
  let stoppedBy: CommandEnd['stoppedBy']
  const stop = (reason: CommandEnd['stoppedBy']) => {
    stoppedBy ??= reason
    endGroup(child.pid)
  }
  const { printedBytesMax = Infinity } = spec
  const output = boundedBuffer(spec.outputBytesMax)
  const take = (chunk: Buffer) => {
    output.push(chunk)
    if (output.seenBytes() > printedBytesMax) stop('output')
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', take)
    if (spec.onOutput) stream.on('data', spec.onOutput)
  }
  const timer = setTimeout(() => stop('time'), spec.withinMs)
  const cancel = () => stop('cancelled')
  spec.signal.addEventListener('abort', cancel, { once: true })
  if (spec.signal.aborted) cancel()
  try {
    const { exitCode, signal } = await ended(child)
    return { exitCode, signal, stoppedBy, output: output.text() }
  } finally {
    clearTimeout(timer)
    spec.signal.removeEventListener('abort', cancel)
  }
}

/** Runs git in the worktree, without the settings of a user and of the machine. */
export const runGit = (
  { root, signal }: { readonly root: string; readonly signal: AbortSignal },
  options: readonly string[],
  { environment, ...spec }: Partial<CommandSpec> = {},
): Promise<CommandEnd> =>
  runCommand({
    argv: ['git', ...options],
    directory: root,
    environment: { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...environment },
    withinMs: 60_000,
    outputBytesMax: 64 * 1024 * 1024,
    signal,
    ...spec,
  })

// How long a process that left the command's group may still hold its output open.
const outputGraceMs = 1_000

/** The command's own end; its background processes are ended then, so that the output ends too. */
const ended = async (child: Piped) => {
  const closed = once(child, 'close').catch(() => undefined)
  const [exitCode, signal] = (await once(child, 'exit')) as [number | null, string | null]
  endGroup(child.pid)
  const grace = new AbortController()
  await Promise.race([closed, sleep(outputGraceMs, undefined, { signal: grace.signal }).catch(() => undefined)])
  grace.abort()
  child.stdout.destroy()
  child.stderr.destroy()
  return { exitCode, signal }
}

/** Ends a process with all that it started in its group. */
export const endGroup = (pid: number | undefined) => {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}

/** Keeps the first and the last half of what comes in: at most `bytesMax`, and how much is missing. */
const boundedBuffer = (bytesMax: number) => {
  const half = Math.floor(bytesMax / 2)
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let headBytes = 0
  let tailBytes = 0
  let leftOutBytes = 0
  const push = (chunk: Buffer) => {
    const first = chunk.subarray(0, Math.max(0, half - headBytes))
    // An empty part would hold its whole chunk in memory.
    if (first.length > 0) head.push(first)
    headBytes += first.length
    tail.push(chunk.subarray(first.length))
    tailBytes += chunk.length - first.length
    if (tailBytes > 2 * half) trim()
  }
  const trim = () => {
    const all = Buffer.concat(tail)
    const end = all.subarray(Math.max(0, all.length - half))
    leftOutBytes += all.length - end.length
    tail = [Buffer.from(end)]
    tailBytes = end.length
  }
  const text = () => {
    trim()
    const left = leftOutBytes > 0 ? `\n[… ${leftOutBytes} bytes left out …]\n` : ''
    return Buffer.concat(head).toString('utf8') + left + Buffer.concat(tail).toString('utf8')
  }
  return { push, text, seenBytes: () => headBytes + tailBytes + leftOutBytes }
}

/** The shell of the sandbox: bash if it exists, since models write for it. */
export const shell = (): string => (existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh')
