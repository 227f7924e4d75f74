import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from './thread.ts'

interface Options {
  /** A module that posts exactly one message, about its `workerData`. */
  readonly module: URL
  readonly answerMs: number
  /** The most that its values may take. */
  readonly memoryMiB: number
  readonly signal: AbortSignal
}

/**
 * Asks a thread of its own, which ends with the answer; undefined if it takes more time or memory than it may,
 * throws or ends without an answer. Aborting `signal` throws its reason.
 */
export const askOnce = async <Answered>(
  asked: unknown,
  { module, answerMs, memoryMiB, signal }: Options,
): Promise<Answered | undefined> => {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMiB }
  const worker = new Worker(module, { workerData: asked, env: threadEnvironment(), resourceLimits })
  try {
    const ended = new AbortController()
    worker.once('exit', () => ended.abort())
    const either = AbortSignal.any([signal, AbortSignal.timeout(answerMs), ended.signal])
    const [answered] = (await once(worker, 'message', { signal: either })) as [Answered]
    return answered
  } catch {
    signal.throwIfAborted()
    return undefined
  } finally {
    await worker.terminate()
  }
}
