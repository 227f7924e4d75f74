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

/** Asks a thread of its own; undefined if it throws or takes too much time or memory. `signal` throws its reason. */
export const askOnce = async <Answer>(question: unknown, { module, answerMs, memoryMiB, signal }: Options) => {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMiB }
  const worker = new Worker(module, { workerData: question, env: threadEnvironment(), resourceLimits })
  try {
    const ended = new AbortController()
    worker.once('exit', () => ended.abort())
    const either = AbortSignal.any([signal, AbortSignal.timeout(answerMs), ended.signal])
    const [answer] = (await once(worker, 'message', { signal: either })) as [Answer]
    return answer
  } catch {
    signal.throwIfAborted()
    return undefined
  } finally {
    await worker.terminate()
  }
}
