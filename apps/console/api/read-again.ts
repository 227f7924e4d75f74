import type { QueryClient } from '@tanstack/react-query'

/** Until the page that began to follow has its own answers and is drawn. */
export const drawnAfterMs = 2_000

/**
 * No stream reports events between the first reads of the page and its listening: earlier reads are repeated, once that
 * delays no read of the page. A tab that hears of a stream of another tab does not learn when it began, and reads
 * everything again.
 */
export const readAgainOnceDrawn = (queries: QueryClient, signal: AbortSignal) => {
  let isDrawn = false
  let askedBefore: ReadonlySet<string> | undefined
  const timer = setTimeout(() => {
    isDrawn = true
    void queries.invalidateQueries({ predicate: ({ queryHash }) => askedBefore?.has(queryHash) ?? true })
  }, drawnAfterMs)
  const forget = () => clearTimeout(timer)
  signal.addEventListener('abort', forget, { once: true })
  /** The stream reports events from now on. After a second beginning, the events between are missing too. */
  const begin = () => {
    if (isDrawn) void queries.invalidateQueries()
    else {
      const cached = queries.getQueryCache().getAll()
      askedBefore = new Set(cached.map(({ queryHash }) => queryHash))
    }
  }
  return { begin, forget }
}
