import { once } from 'node:events'

/**
 * The result of `work`, which cannot be cancelled or which others wait for too. Once `signal` is aborted, its reason is
 * thrown and the work continues automatically; nothing is left listening on the signal.
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
