import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { endGroup, shell } from '../command.ts'
import { ToolRefusal } from '../refusal.ts'
import { decodeLines } from '../../../../packages/charsets/index.ts'
import { bounded } from '../text.ts'
import { countField, printedTooMuch, tool, type Workshop } from './tool.ts'

const atOnce = 8
const keptBytes = 64 * 1024
const waitMostSeconds = 120

interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly command: string
  /** Its output since the last read, the newest part. */
  unread: Buffer
  lostBytes: number
  printedBytes: number
  /** Called at each output and at its end. */
  wake: () => void
}

interface ProcessArguments {
  readonly action: 'start' | 'read' | 'write' | 'stop' | 'list'
  readonly command?: string
  readonly id?: number
  readonly input?: string
  readonly until?: string
  readonly seconds?: number
}

/** Processes that continue between the calls: servers, watchers, programs that ask. `close` ends them all. */
export const openProcesses = (shop: Workshop) => {
  const running = new Map<number, Running>()
  let started = 0
  const find = (id: number | undefined) => {
    const found = id === undefined ? undefined : running.get(id)
    if (!found) throw new ToolRefusal(`There is no process ${id ?? ''}. ${listOf(running)}`)
    return found
  }
  const actions = {
    start: (args: ProcessArguments) => {
      if (!args.command) throw new ToolRefusal('command is missing: say what to start.')
      if ([...running.values()].filter(isAlive).length >= atOnce)
        throw new ToolRefusal(`${atOnce} processes are running already. Stop one first. ${listOf(running)}`)
      started += 1
      running.set(started, start(shop, args.command))
      return answer(shop, started, running.get(started)!, { seconds: 2, ...args })
    },
    read: (args: ProcessArguments) => answer(shop, args.id!, find(args.id), { seconds: 5, ...args }),
    write: (args: ProcessArguments) => {
      find(args.id).child.stdin.write(args.input ?? '')
      return answer(shop, args.id!, find(args.id), { seconds: 2, ...args })
    },
    stop: async (args: ProcessArguments) => {
      const one = find(args.id)
      endGroup(one.child.pid)
      const report = await answer(shop, args.id!, one, { ...args, seconds: 5, until: undefined })
      running.delete(args.id!)
      return report
    },
    list: async () => listOf(running),
  }
  return {
    tool: tool<ProcessArguments>(description, fields, (args) => actions[args.action](args)),
    areRunning: () => [...running.values()].some(isAlive),
    close: () => {
      for (const { child } of running.values()) endGroup(child.pid)
    },
  }
}

const description =
  'Start a process that goes on, such as a server, and talk to it: start (command), read (id), write (id, input), stop (id), list. Read waits until the process prints or ends, or until a text appears. Commands reach its ports on localhost.'

const fields = {
  action: { type: 'string', required: true, enum: ['start', 'read', 'write', 'stop', 'list'] },
  command: { type: 'string', description: 'For start', aliases: ['cmd'] },
  id: { ...countField, description: 'The number that start gave', aliases: ['session_id', 'process_id'] },
  input: { type: 'string', description: 'For write; a line ends with a line break', aliases: ['chars', 'text'] },
  until: { type: 'string', description: 'Wait until this text is printed' },
  seconds: { ...countField, description: `How long to wait at most, up to ${waitMostSeconds}` },
} as const

// With an open input, bash takes itself for a remote shell and would read its start file.
const start = ({ root, limits, seen }: Workshop, command: string): Running => {
  const child = spawn(shell(), [...(shell() === '/bin/bash' ? ['--norc'] : []), '-c', command], {
    cwd: root,
    env: { ...process.env, ...commandEnvironment },
    stdio: 'pipe',
    detached: true,
  })
  const one: Running = { child, command, unread: Buffer.alloc(0), lostBytes: 0, printedBytes: 0, wake: () => undefined }
  const take = (chunk: Buffer) => {
    seen?.('output of a process')
    const all = Buffer.concat([one.unread, chunk])
    one.unread = all.subarray(Math.max(0, all.length - keptBytes))
    one.lostBytes += all.length - one.unread.length
    one.printedBytes += chunk.length
    if (one.printedBytes > limits.outputBytes) endGroup(child.pid)
    one.wake()
  }
  // A process may end before it has read its input.
  child.stdin.on('error', () => undefined)
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  child.on('error', (error) => take(Buffer.from(`${error.message}\n`)))
  child.on('close', () => one.wake())
  return one
}

const isAlive = ({ child }: Running) => child.exitCode === null && child.signalCode === null

/** Waits for output, an end or the text that is asked for, and returns the output since the last time. */
const answer = async (shop: Workshop, id: number, one: Running, { seconds = 5, until }: Partial<ProcessArguments>) => {
  const clock = new AbortController()
  const late = sleep(Math.min(seconds, waitMostSeconds) * 1_000, 'late', {
    signal: AbortSignal.any([clock.signal, shop.signal]),
  })
  const isEnough = () => !isAlive(one) || (until === undefined ? one.unread.length > 0 : one.unread.includes(until))
  try {
    while (!isEnough()) {
      const woken = new Promise((resolve) => (one.wake = () => resolve('woken')))
      if ((await Promise.race([woken, late])) === 'late') break
    }
    // The streams may end a little after the process.
    if (!isAlive(one) && !one.child.stdout.readableEnded) await Promise.race([once(one.child, 'close'), late])
  } catch {
    // The run ends: the output so far is returned.
  }
  clock.abort()
  late.catch(() => undefined)
  const text = bounded(decodeLines(one.unread, { isCut: true }), shop.limits.resultBytes)
  const lost = one.lostBytes > 0 ? `[… ${one.lostBytes} older bytes left out …]\n` : ''
  one.unread = Buffer.alloc(0)
  one.lostBytes = 0
  const stopped = one.printedBytes > shop.limits.outputBytes ? `${printedTooMuch(shop.limits)}\n` : ''
  return `Process ${id} ${stateOf(one)}.\n${stopped}${lost}${text}`
}

const stateOf = (one: Running) =>
  isAlive(one) ? 'is running' : `has ended with ${one.child.signalCode ?? `exit code ${one.child.exitCode}`}`

const listOf = (running: ReadonlyMap<number, Running>) =>
  running.size === 0
    ? 'No process was started.'
    : [...running].map(([id, one]) => `Process ${id} ${stateOf(one)}: ${one.command.slice(0, 200)}`).join('\n')

/** Variables that make programs print plainly and end automatically. */
export const commandEnvironment: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  LESS: '-R',
  TERM: 'dumb',
  NO_COLOR: '1',
  PIP_PROGRESS_BAR: 'off',
  TQDM_DISABLE: '1',
  PYTHONUNBUFFERED: '1',
  // The index is the agent's own, so that git may cache its knowledge of the files.
  GIT_OPTIONAL_LOCKS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  EDITOR: 'true',
}
