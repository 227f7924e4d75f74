import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const children = new Set<ChildProcess>()

export interface WorkerProcess {
  readonly pid: number
  /** Resolves when the process has printed a line that begins so; lines are kept from the start. */
  line(beginning: string): Promise<string>
  readonly lines: readonly string[]
  signal(name: NodeJS.Signals): void
  readonly exit: Promise<unknown>
}

/** Starts `child.ts` and waits until it works. */
export const startChild = async (
  trap: 'die' | 'obey' | 'go-on',
  url: string,
  leaseSeconds: number,
): Promise<WorkerProcess> => {
  const script = join(import.meta.dirname, 'child.ts')
  const child = spawn(process.execPath, [script, trap, url, String(leaseSeconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const exit = once(child, 'exit').finally(() => children.delete(child))
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const line = async (beginning: string) => {
    for (;;) {
      const found = lines.find((each) => each.startsWith(beginning))
      if (found !== undefined) return found
      await Promise.race([
        once(reader, 'line'),
        exit.then(() => Promise.reject(new Error(`The process ended before it said ${beginning}`))),
      ])
    }
  }
  const started = { pid: child.pid!, line, lines, signal: (name: NodeJS.Signals) => void child.kill(name), exit }
  await line('ready')
  return started
}

/** Ends what a failed test left running. */
export const endChildren = async (): Promise<void> => {
  await Promise.all(
    [...children].map((child) => {
      const exit = once(child, 'exit')
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      return exit
    }),
  )
}
