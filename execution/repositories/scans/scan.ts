import { openThread, type Thread } from '../../../platform/threads/index.ts'
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

/** More than any caller allows; each ends its scan by a time of its own. */
const longestMs = 30 * 60_000

export interface Scanner {
  /** The secrets of each text, in the order of the batch. One batch at a time. */
  scan(batch: ScanBatch): Promise<readonly (readonly TextFinding[])[]>
}

type ScanThread = Thread<ScanBatch, Answer>

const idle: ScanThread[] = []

/**
 * Runs `work` with a scanner in a thread of its own. The thread is lent again for a minute, since its start takes
 * longer than most scans; a busy one is ended, even amid a pattern. Throws a `ScanTimeoutError` when all of it takes
 * longer than `timeoutMs`, the signal's reason when cancelled.
 */
export const withScanner = async <T>(
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  work: (scanner: Scanner, signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const late = AbortSignal.timeout(timeoutMs)
  const either = signal ? AbortSignal.any([late, signal]) : late
  either.throwIfAborted()
  const module = new URL('./scan-worker.ts', import.meta.url)
  const thread: ScanThread = idle.pop() ?? openThread({ module, answerMs: longestMs, idleMs: 60_000 })
  const scan = async (batch: ScanBatch) => {
    const answer = await thread.ask(batch, { signal: either })
    if (answer.found === undefined) throw new Error(`Looking for secrets failed: ${answer.failure}`)
    return answer.found
  }
  try {
    return await work({ scan }, either)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw late.aborted ? new ScanTimeoutError(timeoutMs) : error
  } finally {
    idle.push(thread)
  }
}
