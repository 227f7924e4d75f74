import { once } from 'node:events'
import type { Writable } from 'node:stream'

interface Pace {
  /** So many refusals of a caller within a window are answered at once. */
  readonly free: number
  readonly windowMs: number
  /** The first wait, which doubles with as many further refusals. */
  readonly firstMs: number
  readonly longestMs: number
  /** So many answers may wait at one time, of all callers. */
  readonly waitingMost: number
}

const usualPace: Pace = { free: 20, windowMs: 60_000, firstMs: 100, longestMs: 10_000, waitingMost: 2_000 }
const callersMost = 10_000

/** Answers a caller's repeated refusals with growing delays, so that they take little capacity from others. */
export const openRefusalPace = (pace: Pace = usualPace) => {
  const callers = new Map<string, { readonly untilMs: number; refused: number }>()
  let waiting = 0
  const refusedBefore = (caller: string): number => {
    const nowMs = performance.now()
    let counted = callers.get(caller)
    if (!counted || counted.untilMs < nowMs) {
      callers.delete(caller)
      const [oldest] = callers.keys()
      if (callers.size >= callersMost && oldest !== undefined) callers.delete(oldest)
      counted = { untilMs: nowMs + pace.windowMs, refused: 0 }
      callers.set(caller, counted)
    }
    counted.refused += 1
    return counted.refused - 1
  }
  return {
    /** Waits before this caller's next refusal is answered; false if too many wait: then its connection is to end. */
    wait: async (caller: string, connection: Writable): Promise<boolean> => {
      const delayMs = delayAfter(refusedBefore(caller), pace)
      if (delayMs === 0 || connection.destroyed) return true
      if (waiting >= pace.waitingMost) return false
      waiting += 1
      await pause(delayMs, connection).finally(() => {
        waiting -= 1
      })
      return true
    },
  }
}

/** Returns the delay of a refusal, from the same caller's earlier refusals. */
export const delayAfter = (
  refused: number,
  { free, firstMs, longestMs }: Pick<Pace, 'free' | 'firstMs' | 'longestMs'> = usualPace,
): number => (refused < free ? 0 : Math.min(longestMs, firstMs * 2 ** Math.min(30, Math.floor(refused / free) - 1)))

const pause = async (ms: number, connection: Writable): Promise<void> => {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), ms)
  await once(connection, 'close', { signal: over.signal }).catch(() => undefined)
  clearTimeout(timer)
}
