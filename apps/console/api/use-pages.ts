import { useInfiniteQuery, useSuspenseInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClientError, Input, Reply } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { page } from './client.ts'
import { queries } from './queries.ts'
import { fetchUntilNewPage } from './fetch-until-new-page.ts'
import { cachedAs } from './stale.ts'

interface RowPage<Op extends Operation> {
  readonly rows: Reply<Op>
  readonly next: string | undefined
  readonly previous: string | undefined
}

/** The caller, if it is not the person in the workspace of the tab. */
interface QueryScope {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
}

const pagesOf = <Op extends Operation>(operation: Op, input: Input<Op>, asker?: QueryScope) => ({
  ...cachedAs(operation, input, ...(asker ? [asker.key] : []), 'pages'),
  queryFn: ({ pageParam }: { pageParam: unknown }): Promise<RowPage<Op>> => {
    const cursor = pageParam === undefined ? {} : { cursor: pageParam }
    return page(operation, { ...input, query: { ...input.query, ...cursor } } as Input<Op>, asker?.headers)
  },
  initialPageParam: undefined as unknown,
})

/** The part of a list that the server still has. */
export interface MorePages {
  /** Reads the next page; undefined behind the last. */
  readonly more: (() => void) | undefined
  readonly isReading: boolean
  /** Why the last page that was asked for did not come. */
  readonly error: ClientError | null
}

/** Reads on until nothing is left, as long as `isWanted`; a page that does not come ends it. */
export const useLoadAllPages = ({ more, isReading, error }: MorePages, isWanted: boolean): void => {
  useEffect(() => {
    if (isWanted && !isReading && error === null) more?.()
  }, [isWanted, more, isReading, error])
}

/** A list that is oldest first begins with its newest page, from which one goes back. */
const onFrom = ({ next, previous }: Pick<RowPage<never>, 'next' | 'previous'>) => next ?? previous

/** Begins to read the first rows of a list while the code of the page is on its way. */
export const prefetchPages = <Op extends Operation>(operation: Op, input: Input<Op> = {}): null => {
  // The page that reads the same shows the refusal.
  queries.infiniteQuery({ ...pagesOf(operation, input), getNextPageParam: onFrom }).catch(() => undefined)
  return null
}

const pagesAsked = <Op extends Operation>(operation: Op, input: Input<Op>, asker?: QueryScope) => ({
  ...pagesOf(operation, input, asker),
  getNextPageParam: onFrom,
})

interface PagesQuery {
  readonly data: InfiniteData<unknown> | undefined
  readonly hasNextPage: boolean
  readonly fetchNextPage: Parameters<typeof fetchUntilNewPage>[0]
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly error: ClientError | null
}

const restOf = ({
  data,
  hasNextPage,
  fetchNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  error,
}: PagesQuery): MorePages => ({
  isReading: isFetchingNextPage,
  error: isFetchNextPageError ? error : null,
  more: hasNextPage ? () => void fetchUntilNewPage(fetchNextPage, data?.pages.length ?? 0) : undefined,
})

/** The pages of a list, as many as were asked for. */
export const usePages = <Op extends Operation>(operation: Op, input: Input<Op> = {}, asker?: QueryScope) => {
  const asked = useSuspenseInfiniteQuery<RowPage<Op>, ClientError, InfiniteData<RowPage<Op>>>(
    pagesAsked(operation, input, asker),
  )
  const pages = asked.data.pages.map((one) => one.rows as unknown[])
  return {
    /** The rows in the order in which they were read. */
    rows: pages.flat() as unknown as Reply<Op>,
    /** The same for a list that is oldest first. */
    oldestFirst: pages.toReversed().flat() as unknown as Reply<Op>,
    ...restOf(asked),
  }
}

/** A list that is chosen from, to its end: its first page at once, the others as they come. */
export const useAllRows = <Op extends Operation>(operation: Op, input: Input<Op> = {}): Reply<Op> => {
  const { rows, ...rest } = usePages(operation, input)
  useLoadAllPages(rest, true)
  return rows
}

/** The same for a page that is drawn without it: undefined until its first page arrives. */
export const useAllRowsLater = <Op extends Operation>(operation: Op, input: Input<Op> = {}): Reply<Op> | undefined => {
  const asked = useInfiniteQuery<RowPage<Op>, ClientError, InfiniteData<RowPage<Op>>>(pagesAsked(operation, input))
  useLoadAllPages(restOf(asked), true)
  return asked.data?.pages.flatMap((one) => one.rows) as Reply<Op> | undefined
}
