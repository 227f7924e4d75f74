import { once } from 'node:events'

/** What comes of work that others wait for too; a stop ends the waiting, and throws its reason, while the work goes on. */
export const unlessStopped = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted()
  const done = new AbortController()
  const stopped = once(signal, 'abort', { signal: done.signal }).then((): never => {
    throw signal.reason
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    stopped.catch(() => undefined)
    done.abort()
  }
}
