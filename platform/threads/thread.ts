import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from './environment.ts'
import { openWorkLimit } from './work-limit.ts'

/** A thread that answers one message at a time, in the order of asking. */
export interface Thread<Asked, Answered> {
  /**
   * `transfer` is taken away from the caller instead of copied. An answer that does not come in time, or is not waited
   * for any more, ends the thread; the next question starts another. Throws what the thread throws.
   */
  ask(asked: Asked, options?: AskOptions): Promise<Answered>
  close(): Promise<void>
}

interface AskOptions {
  readonly transfer?: readonly ArrayBuffer[]
  readonly signal?: AbortSignal
  /** The most processor time that this answer may take. */
  readonly workMs?: number
}

interface Options {
  /** A module that answers each message of its `parentPort` with exactly one. */
  readonly module: URL
  /** The most that one answer may take. */
  readonly answerMs: number
  /** The most that its values may take; more ends it with an error whose code is `ERR_WORKER_OUT_OF_MEMORY`. */
  readonly memoryMiB?: number
  /** The thread ends when it had nothing to do for so long; it does not keep the process alive. */
  readonly idleMs?: number
}

/** Starts nothing until the first question. */
export const openThread = <Asked, Answered>({
  module,
  answerMs,
  memoryMiB,
  idleMs = 10_000,
}: Options): Thread<Asked, Answered> => {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  const end = async () => {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const rest = () => {
    worker?.unref()
    idle = setTimeout(() => void end().catch(() => undefined), idleMs).unref()
  }
  const answerTo: Thread<Asked, Answered>['ask'] = async (asked, { transfer = [], signal, workMs } = {}) => {
    signal?.throwIfAborted()
    clearTimeout(idle)
    const isNew = !worker
    worker ??= startWorker(module, memoryMiB)
    worker.ref()
    const limit = workMs === undefined ? undefined : openWorkLimit(worker, workMs, isNew)
    const signals = [signal, AbortSignal.timeout(answerMs), limit?.signal]
    const either = AbortSignal.any(signals.filter((one) => one !== undefined))
    try {
      worker.postMessage(asked, transfer)
      const [answered] = (await once(worker, 'message', { signal: either })) as [Answered]
      rest()
      return answered
    } catch (error) {
      await end()
      throw either.aborted ? either.reason : error
    } finally {
      limit?.end()
    }
  }
  return {
    ask: (asked, options) => {
      const turn = last.then(() => answerTo(asked, options))
      last = turn.catch(() => undefined)
      return turn
    },
    close: end,
  }
}

const startWorker = (module: URL, memoryMiB: number | undefined) => {
  const resourceLimits = memoryMiB === undefined ? {} : { maxOldGenerationSizeMb: memoryMiB }
  const worker = new Worker(module, { env: { PATH: process.env.PATH, ...threadEnvironment() }, resourceLimits })
  // An error of the thread reaches the caller that waits for an answer; there is no caller between two questions.
  worker.on('error', () => undefined)
  return worker
}
