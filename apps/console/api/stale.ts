import type { QueryClient } from '@tanstack/react-query'
import { isStaleAfter, touchedBy } from '../../../platform/contract/staleness.ts'
import type { EventIds, Operation, Reads } from '../../../platform/contract/index.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly reads?: Reads | undefined }
  }
}

/** The key under which the answer of a read is cached, and the events that make it stale. */
export const cachedAs = <Key extends readonly unknown[]>({ id, reads }: Operation, ...key: Key) => ({
  queryKey: [id, ...key] as const,
  meta: { reads },
})

interface CachedRead {
  readonly queryKey: readonly unknown[]
  readonly meta?: { readonly reads?: Reads | undefined } | undefined
}

/** Whether a change of a subject, or its event, makes a cached answer stale. */
export const isStale = ({ queryKey, meta }: CachedRead, subject: string, ids?: EventIds): boolean => {
  if (meta?.reads === undefined) return false
  const { params } = (queryKey[1] ?? {}) as { readonly params?: Readonly<Record<string, string>> }
  return isStaleAfter({ reads: meta.reads, ...(params && { params }) }, subject, ids)
}

/** Reads again what these operations made stale. Resolves once the answers that pages show have come. */
export const refreshAfter = (client: QueryClient, ...operations: readonly Operation[]): Promise<void> => {
  const touched = [...new Set(operations.flatMap(touchedBy))]
  if (touched.length === 0) return Promise.resolve()
  return client.invalidateQueries({ predicate: (query) => touched.some((subject) => isStale(query, subject)) })
}
