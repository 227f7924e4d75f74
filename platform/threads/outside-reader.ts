import { openTurns, pools, unlessAborted } from '../waiting/index.ts'
import { estimateBytes } from './estimate-bytes.ts'
import { openThread, type Thread } from './thread.ts'

/** Why bytes from outside were not read: their own or their content's size, the time, or their form: decisions/0238. */
export type Unread = 'too_large' | 'too_slow' | 'unreadable'

export type OutsideRead<Value> =
  | { readonly value: Value; readonly unread?: undefined }
  /** `because` is for the log: a reader may quote its input there. */
  | { readonly unread: Unread; readonly because?: string; readonly value?: undefined }

/** A call to a thread that reads outside bytes. */
export interface ReaderCall {
  readonly module: string
  readonly name: string
  readonly input: unknown
  readonly answerMostBytes: number
}

interface Options {
  /** A module of pure functions; the thread calls the function with this name. */
  readonly module: URL
  readonly name: string
  readonly mostBytes: number
  readonly answerMostBytes?: number
  /** The most processor time of a call. */
  readonly workMs?: number
}

interface ReadOptions {
  /** Reads with the same key take turns: reads of a workspace, or without one of a host, sandbox or project. */
  readonly key: string
  readonly signal?: AbortSignal | undefined
}

const memoryMiB = 256
const waitingMax = 200
const waitMs = 60_000
// A reader waits for nothing: on a busy machine, a thread gets a tenth of a core or more.
const answerMs = 120_000

const module = new URL('./outside-worker.ts', import.meta.url)
const free: Thread<ReaderCall, OutsideRead<unknown>>[] = Array.from({ length: pools.outsideReads.total }, () =>
  openThread({ module, answerMs, memoryMiB }),
)
const turns = openTurns(pools.outsideReads.total)

/**
 * The door for bytes and texts of strangers: decoding, MIME, markup, tables, archives and expressions over more than 1
 * KiB of text run in a thread with a limit on bytes, processor time and memory, never in the thread that serves. Reads
 * with the same key use one of two threads at a time. Throws NoTurn if too much waits, and the reason of `signal`.
 */
export const outsideReader =
  <Read extends (input: never) => unknown>({
    module: { href },
    name,
    mostBytes,
    answerMostBytes = 8 * 2 ** 20,
    workMs = 5_000,
  }: Options) =>
  async (input: Parameters<Read>[0], { key, signal }: ReadOptions): Promise<OutsideRead<Awaited<ReturnType<Read>>>> => {
    if (estimateBytes(input) > mostBytes) return { unread: 'too_large' }
    const endTurn = await takeTurn(key, signal)
    const thread = free.pop()!
    try {
      signal?.throwIfAborted()
      const call: ReaderCall = { module: href, name, input, answerMostBytes }
      const options = { workMs, ...(signal && { signal }) }
      return (await thread.ask(call, options)) as OutsideRead<Awaited<ReturnType<Read>>>
    } catch (error) {
      signal?.throwIfAborted()
      return { unread: limitOf(error) }
    } finally {
      free.push(thread)
      endTurn()
    }
  }

/** A turn that comes after its caller has left is released. */
const takeTurn = async (key: string, signal: AbortSignal | undefined) => {
  const turn = turns.take({ key, runningMax: pools.outsideReads.workspace, waitingMax, waitMs })
  if (!signal) return turn
  return unlessAborted(turn, signal).catch((error: unknown) => {
    turn.then(
      (end) => end(),
      () => undefined,
    )
    throw error
  })
}

const limitOf = (error: unknown): Unread => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'too_slow'
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_large'
  throw error
}
