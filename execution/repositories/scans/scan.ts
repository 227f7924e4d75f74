import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../../platform/threads/index.ts'
import type { TextFinding } from './secret-rules.ts'

export type ScanBatch = readonly { readonly name: string; readonly content: string }[]

/** A scan took longer than it may. The message is for people. */
export class ScanTimeoutError extends Error {
  constructor(timeoutMs: number) {
    super(`Looking for secrets took longer than ${Math.round(timeoutMs / 1000)} seconds and was stopped.`)
    this.name = 'ScanTimeoutError'
  }
}

type Answer = { readonly found: TextFinding[][] } | { readonly found?: undefined; readonly failure: string }

export interface Scanner {
  /** The secrets of each text, in the order of the batch. One batch at a time. */
  scan(batch: ScanBatch): Promise<readonly (readonly TextFinding[])[]>
}

/**
 * Gives `work` a scanner in a thread of its own. A thread that ended its work is lent again within a minute, since its
 * start takes longer than most scans; a busy one is ended, even amid a pattern. Throws a `ScanTimeoutError` when all of
 * it takes longer than `timeoutMs`, the signal's reason when cancelled.
 */
export const withScanner = async <T>(
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  work: (scanner: Scanner, signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const late = AbortSignal.timeout(timeoutMs)
  const either = signal ? AbortSignal.any([late, signal]) : late
  either.throwIfAborted()
  const worker = borrow()
  const scan = async (batch: ScanBatch) => {
    worker.postMessage(batch)
    const [answer] = (await once(worker, 'message', { signal: either })) as [Answer]
    if (answer.found === undefined) throw new Error(`Looking for secrets failed: ${answer.failure}`)
    return answer.found
  }
  try {
    const result = await work({ scan }, either)
    giveBack(worker)
    return result
  } catch (error) {
    await worker.terminate()
    if (signal?.aborted) throw signal.reason
    throw late.aborted ? new ScanTimeoutError(timeoutMs) : error
  }
}

const idleMs = 60_000
let idle: Worker | undefined

const borrow = (): Worker => {
  const worker = idle ?? startWorker()
  idle = undefined
  worker.ref()
  return worker
}

const startWorker = () => {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), {
    stdout: false,
    env: threadEnvironment(),
  })
  // An error of the thread reaches the caller that waits for an answer; there is no caller between two batches.
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    if (idle === worker) idle = undefined
  })
  return worker
}

/** Keeps one thread for the next borrower; it does not keep the process alive. */
const giveBack = (worker: Worker) => {
  const unused = idle
  idle = worker
  worker.unref()
  setTimeout(() => {
    if (idle === worker) end(worker)
  }, idleMs).unref()
  if (unused) end(unused)
}

const end = (worker: Worker) => {
  if (idle === worker) idle = undefined
  worker.terminate().catch(() => undefined)
}
