import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'

/** The value that this part of the values does not exceed: 0.95 for p95, 1 for the greatest. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Milliseconds that `work` took. */
export const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Microseconds of CPU that the threads of these processes have taken by now; a process that has ended counts nothing. */
export const cpuMicros = async (pids: readonly number[]): Promise<number> => {
  const threads = await Promise.all(
    pids.map(async (pid) =>
      (await readdir(`/proc/${pid}/task`).catch(() => [])).map((id) => `/proc/${pid}/task/${id}`),
    ),
  )
  // The scheduler's own count, in nanoseconds; `stat` counts in hundredths of a second.
  const texts = await Promise.all(threads.flat().map((path) => readFile(`${path}/schedstat`, 'utf8').catch(() => '0')))
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1_000
}

export interface Listening {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

// Counted as always, and never refused.
const rates = {
  ATELIER_RATE_READS: '100000000',
  ATELIER_RATE_CHANGES: '100000000',
  ATELIER_RATE_HEAVY: '100000000',
  ATELIER_RATE_STREAMS: '0',
}

/** Starts a program of this project that prints the address it listens on; quiet, on a port of its own. */
export const startProcess = async (
  script: readonly string[],
  env: Readonly<Record<string, string>>,
  program = process.execPath,
): Promise<Listening> => {
  const child = spawn(program, script, {
    env: { ...rates, ...process.env, ATELIER_PORT: '0', ATELIER_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [''])])) as [unknown]
  const url = /http:\/\/\S+/.exec(String(line))?.[0]
  if (!url) throw new Error(`${script.join(' ')} ended before it listened`)
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { url, pid: child.pid!, stop }
}
