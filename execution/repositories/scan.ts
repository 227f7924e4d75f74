import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
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
 * Gives `work` a scanner in a thread of its own and ends the thread afterwards, whatever the patterns are busy with.
 * Throws a `ScanTimeoutError` when all of it takes longer than `timeoutMs`, the signal's reason when cancelled.
 */
export const withScanner = async <T>(
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  work: (scanner: Scanner, signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const late = AbortSignal.timeout(timeoutMs)
  const either = signal ? AbortSignal.any([late, signal]) : late
  either.throwIfAborted()
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { stdout: false, env: {} })
  // An error of the thread reaches whoever waits for an answer; nobody waits between two batches.
  worker.on('error', () => undefined)
  const scan = async (batch: ScanBatch) => {
    worker.postMessage(batch)
    const [answer] = (await once(worker, 'message', { signal: either })) as [Answer]
    if (answer.found === undefined) throw new Error(`Looking for secrets failed: ${answer.failure}`)
    return answer.found
  }
  try {
    return await work({ scan }, either)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw late.aborted ? new ScanTimeoutError(timeoutMs) : error
  } finally {
    await worker.terminate()
  }
}
