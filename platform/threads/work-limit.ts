import type { Worker } from 'node:worker_threads'

interface WorkLimit {
  /** Aborts with a TimeoutError. */
  readonly signal: AbortSignal
  end(): void
}

const microseconds = ({ user, system }: NodeJS.CpuUsage) => user + system

/**
 * Aborts when a thread has used `workMs` of processor time from now on, its start included where it is new. A machine
 * that is busy with other work does not use up the time of a thread.
 */
export const openWorkLimit = (worker: Worker, workMs: number, isNew: boolean): WorkLimit => {
  const passed = new AbortController()
  const usage = () => worker.cpuUsage().then(microseconds)
  const begun = isNew ? Promise.resolve(0) : usage()
  const look = async () => {
    if ((await usage()) - (await begun) < workMs * 1_000) return
    passed.abort(new DOMException(`The thread worked longer than ${workMs} ms`, 'TimeoutError'))
  }
  // A thread that ended has no usage; its end reaches the caller that waits for the answer.
  begun.catch(() => undefined)
  const timer = setInterval(() => void look().catch(() => undefined), Math.min(Math.max(workMs / 10, 5), 250))
  return { signal: passed.signal, end: () => clearInterval(timer) }
}
