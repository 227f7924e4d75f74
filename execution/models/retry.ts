import { setTimeout as sleep } from 'node:timers/promises'
import { cancelled, ModelFailure } from './failure.ts'

export const defaultRetries = {
  /** Attempts at a call, including the first. */
  attempts: 3,
  /** Before the second try; doubled before each further one, less a random half so that callers spread. */
  backoffMs: 500,
  /** An endpoint that asks for a longer wait is abandoned at once. */
  retryAfterMaxMs: 20_000,
}

export type RetryPolicy = Readonly<typeof defaultRetries>

/** Tries until `work` answers or fails permanently. `work` must not have given anything away before it fails. */
export const retrying = async <T>(policy: RetryPolicy, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const waitMs = waitOf(policy, attempt, error)
      if (waitMs === undefined) throw error
      await pause(waitMs, signal)
    }
  }
}

const waitOf = (policy: RetryPolicy, attempt: number, error: unknown): number | undefined => {
  if (!(error instanceof ModelFailure) || !error.retryable || attempt >= policy.attempts) return undefined
  const backoffMs = policy.backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
  const waitMs = Math.max(backoffMs, error.retryAfterMs ?? 0)
  return waitMs > policy.retryAfterMaxMs ? undefined : waitMs
}

const pause = async (waitMs: number, signal: AbortSignal) => {
  try {
    await sleep(waitMs, undefined, { signal })
  } catch {
    throw cancelled(signal, 'nothing')
  }
}
