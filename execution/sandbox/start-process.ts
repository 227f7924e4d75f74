import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CommandGroup } from './cgroup.ts'
import { childrenOf } from './process-census.ts'
import type { Command, StopReason } from './sandbox.ts'

/**
 * The parts of a command's start. `environmentScript` is read by the command's first shell from descriptor 3, a file
 * that is made at `environmentFile` and removed before anything starts; `filterFile` by the driver from descriptor 4.
 * `endsBy` names the process to kill: the first process of the pid namespace, whose launcher ends only when the
 * namespace is empty, or the process group.
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

/** Starts a command as a child of this process. */
export const startProcess = (start: Start, command: Command, group: CommandGroup | undefined): StartedCommand => {
  const child = launch(start, command)
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const closed = once(child, 'close')
  ended.catch(() => {})
  closed.catch(() => {})
  return {
    pid: child.pid,
    stdout: child.stdout!,
    stderr: child.stderr!,
    group,
    ended,
    hasEnded: () => hasEnded(child),
    settled: () => settle(child, closed, group),
    kill: () => kill(child, start, group).catch(() => void child.kill('SIGKILL')),
  }
}

const launch = (start: Start, command: Command) => {
  const environment = openText(start.environmentFile, start.environmentScript)
  let filter: number | undefined
  try {
    if (start.filterFile) filter = openSync(start.filterFile, 'r')
    const [program, ...args] = start.argv
    const child = spawn(program!, args, {
      cwd: start.cwd,
      // Nothing of the server's environment, nor of the command's before the programs that build the view are through.
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      stdio: [command.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', environment, filter ?? 'ignore'],
      detached: true,
    })
    // A command may end before it has read its input: its exit is the outcome.
    for (const stream of child.stdio) stream?.on('error', () => {})
    feed(child, command.stdin)
    return child
  } finally {
    closeSync(environment)
    if (filter !== undefined) closeSync(filter)
  }
}

const openText = (file: string, text: string) => {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    return openSync(file, 'r')
  } finally {
    rmSync(file, { force: true })
  }
}

const feed = (child: ChildProcess, stdin: Command['stdin']) => {
  if (!child.stdin) return
  if (stdin instanceof Readable) pipeline(stdin, child.stdin).catch(() => {})
  else child.stdin.end(stdin)
}

// A launcher that lives on reaps its children; a launcher that is killed too leaves that to the host's first process.
const kill = async (child: ChildProcess, start: Start, group: CommandGroup | undefined) => {
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
    // Gone already, or gone and its number given to another process.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

// The streams close when the last process that holds them has ended, which is now, unless one left the process group.
const settle = async (child: ChildProcess, closed: Promise<unknown>, group: CommandGroup | undefined) => {
  if (child.pid) killQuietly(-child.pid)
  await group?.kill()
  const patience = setTimeout(() => {
    child.stdout?.destroy()
    child.stderr?.destroy()
  }, closeMsMax)
  await closed
  clearTimeout(patience)
}

/** A started command: `kill` ends all of its processes, `settled` resolves once they ended and streams closed. */
export interface StartedCommand {
  readonly pid: number | undefined
  readonly stdout: Readable
  readonly stderr: Readable
  readonly group: CommandUse | undefined
  /** Exit code and signal; rejects only when the command could not be started. */
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>
  /** The limit that all commands in the sandbox have passed together, for a driver that counts each separately. */
  togetherPassed?(): StopReason | undefined
  hasEnded(): boolean
  kill(): Promise<void>
  settled(): Promise<void>
}

/** The use of a command so far. */
type CommandUse = Pick<CommandGroup, 'cpuSeconds' | 'oomKills'>
