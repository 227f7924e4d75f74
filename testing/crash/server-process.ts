import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { callerOf, type Caller } from '../caller.ts'
import { compiled } from '../runner/compiled.ts'

export interface ServerProcess {
  readonly pid: number
  /** The first owner, at this process. */
  readonly owner: Caller
  /** Resolves with the first line of the log or the output, from the start on, that holds such words. */
  said(words: RegExp): Promise<string>
  /** Ends it as a loss of power would, for this process alone. */
  kill(): Promise<void>
  freeze(): void
  wake(): void
  /** Ends it in good order; throws what it said when it did not end well. */
  stop(): Promise<void>
}

const program = join(import.meta.dirname, '..', '..', 'bin', 'start')

/** Starts the whole product over `root`, where its data, its temporary files and nothing else go, and waits until it is ready. */
export const startProcess = async (
  root: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> => {
  const data = join(root, 'data')
  await mkdir(join(root, 'tmp'), { recursive: true })
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program], {
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
  const { apiKey } = JSON.parse(await readFile(join(data, 'owner.json'), 'utf8')) as { apiKey: string }
  return {
    pid: child.pid!,
    owner: callerOf(ready.split(' ').at(-1)!, apiKey),
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
