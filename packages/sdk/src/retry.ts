/** How an operation can be sent again: as it is, under an `Idempotency-Key`, under a key in its body, or never. */
export type Replay = 'safe' | 'key' | 'own' | 'never'

/** How an attempt went wrong. */
export interface Fault {
  readonly code: string
  /** Undefined if no answer came. */
  readonly status?: number | undefined
  /** The value of `Retry-After`. */
  readonly retryAfterMs?: number | undefined
}

export const retryLimits = { retries: 4, firstMs: 250, mostMs: 30_000, patienceMs: 120_000 } as const

const passing = new Set([408, 425, 429, 502, 503, 504])

/** True if the error is temporary. A temporary error of Atelier has `Retry-After`. */
const canPass = ({ code, status, retryAfterMs }: Fault): boolean => {
  if (code === 'unreachable' || code === 'timed_out') return true
  if (status === undefined) return false
  if (code === 'not_atelier') return passing.has(status)
  return retryAfterMs !== undefined || status === 408
}

/**
 * Milliseconds to wait before the next attempt; undefined if no attempt follows. The waits grow, with a random part so
 * that callers who failed together do not come back together; `random` is from 0 to 1.
 */
export const retryPauseMs = (
  replay: Replay,
  fault: Fault,
  failures: number,
  { retries, random }: { readonly retries: number; readonly random: number },
): number | undefined => {
  if (replay === 'never' || failures > retries || !canPass(fault)) return undefined
  const backoffMs = random * Math.min(retryLimits.mostMs, retryLimits.firstMs * 2 ** (failures - 1))
  const { retryAfterMs } = fault
  if (retryAfterMs === undefined) return backoffMs
  return retryAfterMs > retryLimits.patienceMs ? undefined : retryAfterMs + random * retryLimits.firstMs
}

/** Waits; rejects with the reason of `signal` when that aborts. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
