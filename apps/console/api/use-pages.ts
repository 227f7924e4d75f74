import { useSuspenseInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClientError, Input, Reply } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { page } from './client.ts'
import { queries } from './queries.ts'

interface Rows<Op extends Operation> {
  readonly rows: Reply<Op>
  readonly next: string | undefined
  readonly previous: string | undefined
}

/** Who asks, where it is not the person in the workspace of the tab. */
interface Asker {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
}

const pagesOf = <Op extends Operation>(operation: Op, input: Input<Op>, asker?: Asker) => ({
  queryKey: [operation.id, input, ...(asker ? [asker.key] : []), 'pages'],
  queryFn: ({ pageParam }: { pageParam: unknown }): Promise<Rows<Op>> => {
    const cursor = pageParam === undefined ? {} : { cursor: pageParam }
    return page(operation, { ...input, query: { ...input.query, ...cursor } } as Input<Op>, asker?.headers)
  },
  initialPageParam: undefined as unknown,
})

/** What of a list the server still has. */
export interface Rest {
  /** Reads the next page; undefined behind the last. */
  readonly more: (() => void) | undefined
  readonly isReading: boolean
  /** Why the last page that was asked for did not come. */
  readonly error: ClientError | null
}

/** Reads on until nothing is left, as long as `isWanted`; a page that does not come ends it. */
export const useWhole = ({ more, isReading, error }: Rest, isWanted: boolean): void => {
  useEffect(() => {
    if (isWanted && !isReading && error === null) more?.()
  }, [isWanted, more, isReading, error])
}

/** A list that is oldest first begins with its newest page, from which one goes back. */
const onFrom = ({ next, previous }: Pick<Rows<never>, 'next' | 'previous'>) => next ?? previous

/** Begins to read the first rows of a list while the code of the page is on its way. */
export const prefetchPages = <Op extends Operation>(operation: Op, input: Input<Op> = {}): null => {
  // A refusal is told where the page reads the same.
  queries.infiniteQuery({ ...pagesOf(operation, input), getNextPageParam: onFrom }).catch(() => undefined)
  return null
}

/** The pages of a list, as many as were asked for. */
export const usePages = <Op extends Operation>(operation: Op, input: Input<Op> = {}, asker?: Asker) => {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError, error } =
    useSuspenseInfiniteQuery<Rows<Op>, ClientError, InfiniteData<Rows<Op>>>({
      ...pagesOf(operation, input, asker),
      getNextPageParam: onFrom,
    })
  const pages = data.pages.map((one) => one.rows as unknown[])
  return {
    /** The rows in the order in which they were read. */
    rows: pages.flat() as unknown as Reply<Op>,
    /** The same for a list that is oldest first. */
    oldestFirst: pages.toReversed().flat() as unknown as Reply<Op>,
    isReading: isFetchingNextPage,
    error: isFetchNextPageError ? error : null,
    more: hasNextPage ? () => void fetchNextPage({ cancelRefetch: false }) : undefined,
  }
}
