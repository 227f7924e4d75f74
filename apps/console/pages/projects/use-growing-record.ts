import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Operation } from '../../../../platform/contract/operation.ts'
import { queries } from '../../api/queries.ts'
import { cachedAs } from '../../api/stale.ts'

interface GrowingRecord<Part> {
  readonly read: (cursor: string | undefined) => Promise<Part>
  readonly nextOf: (part: Part) => string | null | undefined
  readonly refetchInterval: number | false
}

/** Reads a record part by part to its end. A part that another part follows never changes, so it is read once. */
export const useGrowingRecord = <Part>(operation: Operation, input: object, record: GrowingRecord<Part>) => {
  const { read, nextOf, refetchInterval } = record
  const parts = useInfiniteQuery({
    ...cachedAs(operation, input),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }) => {
      const queryKey = [operation.id, input, 'part', cursor]
      const cached = queries.getQueryData<Part>(queryKey)
      if (cached) return cached
      const part = await read(cursor)
      if (nextOf(part) != null) queries.setQueryData<Part>(queryKey, part)
      return part
    },
    getNextPageParam: nextOf,
    refetchInterval,
  })
  const { hasNextPage, isFetching, error, fetchNextPage } = parts
  const goesOn = hasNextPage && !isFetching && !error
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  return parts
}
