import { once } from 'node:events'

/** Whose work waits for a turn. */
export interface TurnInput {
  /** Work with the same key waits in one queue: a workspace, a network, or the work of the server itself. */
  readonly key: string
  /** The most work of this key that runs at a time. */
  readonly runningMax: number
  /** The most work in the queue of this key: more is refused at once. */
  readonly waitingMax: number
  readonly waitMs: number
}

/** Turns at a limited resource, such as the connections of a pool. */
export type Turns = ReturnType<typeof openTurns>

/** Work waited too long for a turn: its resources work, and the server is overloaded. */
export class NoTurn extends Error {
  readonly key: string
  /** Whether other work of the same key was in the way. */
  readonly isOwn: boolean

  constructor(key: string, isOwn: boolean) {
    super(`No turn for work of ${key} in time`)
    this.key = key
    this.isOwn = isOwn
  }
}

interface WaitingTurn extends TurnInput {
  readonly start: () => void
}

/**
 * Grants `total` turns at a time. A free turn goes to the keys one after the other, however long the queue of each is:
 * work behind a long queue of another key waits for one turn to end. See decisions/0139.
 */
export const openTurns = (total: number) => {
  const running = new Map<string, number>()
  // The order of the keys is the order of their turns: the key of the newest turn is last.
  const queues = new Map<string, Set<WaitingTurn>>()
  let free = total
  const runningOf = (key: string) => running.get(key) ?? 0

  const count = (key: string, change: 1 | -1) => {
    const left = runningOf(key) + change
    if (left > 0) running.set(key, left)
    else running.delete(key)
    free -= change
  }
  const remove = (one: WaitingTurn) => {
    const queue = queues.get(one.key)
    queue?.delete(one)
    if (queue?.size === 0) queues.delete(one.key)
  }
  const putLast = (key: string) => {
    const queue = queues.get(key)
    if (!queue) return
    queues.delete(key)
    queues.set(key, queue)
  }
  const startNext = () => {
    for (const [key, queue] of queues) {
      const [one] = queue
      if (!one || runningOf(key) >= one.runningMax) continue
      remove(one)
      putLast(key)
      one.start()
      return true
    }
    return false
  }
  const startAll = () => {
    while (free > 0 && startNext());
  }
  const refusalOf = ({ key, runningMax }: TurnInput) =>
    new NoTurn(key, runningOf(key) >= runningMax || (queues.get(key)?.size ?? 0) >= runningMax)

  const wait = (input: TurnInput) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(alarm)
        count(input.key, 1)
        resolve()
      }
      const one = { ...input, start }
      const alarm = setTimeout(() => {
        const refusal = refusalOf(input)
        remove(one)
        reject(refusal)
      }, input.waitMs)
      const queue = queues.get(input.key) ?? new Set()
      queues.set(input.key, queue.add(one))
      startAll()
    })
  return {
    /** Waits for a turn, and returns what ends it. Throws NoTurn after `waitMs`, and at once if the queue is full. */
    take: async (input: TurnInput): Promise<() => void> => {
      if ((queues.get(input.key)?.size ?? 0) >= input.waitingMax) throw refusalOf(input)
      await wait(input)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        count(input.key, -1)
        startAll()
      }
    },
    waiting: () => [...queues.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

/** The pause after failed attempts: half a minute after the first, doubled with each, an hour at most. */
export const retryPauseMs = (attempts: number): number => Math.min(30_000 * 2 ** (attempts - 1), 3_600_000)

/**
 * The result of `work`, which cannot be cancelled or which others wait for too. Once `signal` is aborted, throws its
 * reason, and the work continues without its caller; nothing is left listening on the signal.
 */
export const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const settled = new AbortController()
  try {
    return await Promise.race([reasonOf(signal, settled.signal), work])
  } finally {
    settled.abort()
  }
}

const reasonOf = async (signal: AbortSignal, settled: AbortSignal): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort', { signal: settled })
  throw signal.reason
}
