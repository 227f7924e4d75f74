import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { callerOf, type Caller } from '../caller.ts'
import { compiled } from '../runner/compiled.ts'

export interface ServerProcess {
  readonly pid: number
  readonly baseUrl: string
  /** The first owner, at this process. */
  readonly owner: Caller
  /** Resolves with how it ended, by itself or not. */
  readonly ended: Promise<string>
  /** Resolves with the first line of the log or the output, from the start on, that holds such words. */
  said(words: RegExp): Promise<string>
  /** Ends it as a loss of power would, only for this process. */
  kill(): Promise<void>
  freeze(): void
  wake(): void
  /** Ends it in good order; throws what it said when it did not end well. */
  stop(): Promise<void>
}

/** Where a process runs that is not on this host, and whose data folder is not that of the first owner. */
interface ProcessPlace {
  /** The words before its command. */
  readonly within?: readonly string[]
  readonly apiKey?: string
}

const program = join(import.meta.dirname, '..', '..', 'bin', 'start')

/** Starts the whole product over `root`, where its data, its temporary files and nothing else go, and waits until it is ready. */
export const startProcess = async (
  root: string,
  settings: Readonly<Record<string, string>> = {},
  { within = [], apiKey: known }: ProcessPlace = {},
): Promise<ServerProcess> => {
  const data = join(root, 'data')
  await mkdir(join(root, 'tmp'), { recursive: true })
  const [file, ...words] = [...within, 'setpriv', '--pdeathsig', 'KILL', program]
  const child = spawn(file, words, {
    env: {
      PATH: process.env.PATH,
      ATELIER_DATA: data,
      ATELIER_PORT: '0',
      TMPDIR: join(root, 'tmp'),
      ...compiled(),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  const said = listen(child, exit)
  const ready = await said(/Atelier is ready at /)
  const baseUrl = ready.split(' ').at(-1)!
  return {
    pid: child.pid!,
    baseUrl,
    owner: callerOf(baseUrl, known ?? (await ownerIn(root)).apiKey),
    ended: exit.then(([status, signal]) => String(status ?? signal)),
    said,
    kill: async () => {
      child.kill('SIGKILL')
      await exit
    },
    freeze: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGTERM')
      const [status, signal] = (await exit) as [number | null, string | null]
      if (status !== 0) throw new Error(`The server ended with ${status ?? signal}`)
    },
  }
}

/** The first owner, as the first process wrote them down. */
export const ownerIn = async (root: string) =>
  JSON.parse(await readFile(join(root, 'data', 'owner.json'), 'utf8')) as {
    readonly apiKey: string
    readonly workspaceId: string
  }

const listen = (child: ChildProcess, exit: Promise<unknown>) => {
  const lines: string[] = []
  const readers = [child.stdout!, child.stderr!].map((input) => createInterface({ input }))
  for (const reader of readers) reader.on('line', (line) => lines.push(line))
  const ended = exit.then(() => {
    throw new Error(`The server ended. Its last words:\n${lines.slice(-20).join('\n')}`)
  })
  ended.catch(() => undefined)
  return async (words: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => words.test(line))
      if (found !== undefined) return found
      await Promise.race([...readers.map((reader) => once(reader, 'line')), ended])
    }
  }
}
