import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A thread that answers one message at a time, in the order of asking. */
export interface Thread<Question, Answer> {
  /**
   * `transfer` is taken away from the caller instead of copied. An answer that does not come in time, or is not waited
   * for any more, ends the thread; the next question starts another. Throws the error of the thread, and an error when
   * the thread ends without an answer.
   */
  ask(question: Question, options?: AskOptions): Promise<Answer>
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
  /** The longest time for an answer. */
  readonly answerMs: number
  /** The most that its values may take; more ends it with an error whose code is `ERR_WORKER_OUT_OF_MEMORY`. */
  readonly memoryMiB?: number
  /** The thread ends when it had nothing to do for so long; it does not keep the process alive. */
  readonly idleMs?: number
}

/** Starts nothing until the first question. */
export const openThread = <Question, Answer>({
  module,
  answerMs,
  memoryMiB,
  idleMs = 10_000,
}: Options): Thread<Question, Answer> => {
  let worker: ReturnType<typeof startThread> | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  const end = async () => {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.thread.terminate()
  }
  const rest = () => {
    worker?.thread.unref()
    idle = setTimeout(() => void end().catch(() => undefined), idleMs).unref()
  }
  const answerTo: Thread<Question, Answer>['ask'] = async (question, { transfer = [], signal, workMs } = {}) => {
    signal?.throwIfAborted()
    clearTimeout(idle)
    if (worker?.ended.aborted) worker = undefined
    const isNew = !worker
    worker ??= startThread(module, memoryMiB)
    const { thread, ended } = worker
    thread.ref()
    const limit = workMs === undefined ? undefined : openWorkLimit(thread, workMs, isNew)
    const signals = [signal, AbortSignal.timeout(answerMs), limit?.signal, ended]
    const either = AbortSignal.any(signals.filter((one) => one !== undefined))
    try {
      thread.postMessage(question, transfer)
      const [answer] = (await once(thread, 'message', { signal: either })) as [Answer]
      rest()
      return answer
    } catch (error) {
      await end()
      throw either.aborted ? either.reason : error
    } finally {
      limit?.end()
    }
  }
  return {
    ask: (question, options) => {
      const turn = last.then(() => answerTo(question, options))
      last = turn.catch(() => undefined)
      return turn
    },
    close: end,
  }
}

/** Starts a thread; `ended` aborts with its error when it ends, also if that is before the first question. */
const startThread = (module: URL, memoryMiB: number | undefined) => {
  const resourceLimits = memoryMiB === undefined ? {} : { maxOldGenerationSizeMb: memoryMiB }
  const thread = new Worker(module, { env: { PATH: process.env.PATH, ...threadEnvironment() }, resourceLimits })
  const ended = new AbortController()
  thread.once('error', (error) => ended.abort(error))
  thread.once('exit', (code) => ended.abort(new Error(`The thread ended with code ${code} and gave no answer`)))
  return { thread, ended: ended.signal }
}

const microseconds = ({ user, system }: NodeJS.CpuUsage) => user + system

/** Aborts with a TimeoutError when a thread has used `workMs` of processor time; other work does not count. */
const openWorkLimit = (worker: Worker, workMs: number, isNew: boolean) => {
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

/** All that a thread sees of this process's environment: Node's compile cache, so that it starts in half the time. */
export const threadEnvironment = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE: folder } = process.env
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
