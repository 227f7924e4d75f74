import { useInfiniteQuery, useSuspenseInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClientError, Input, ListPage, Reply } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { page } from './client.ts'
import { queries } from './queries.ts'
import { fetchUntilNewPage } from './fetch-until-new-page.ts'
import { cachedAs } from './stale.ts'

type RowPage<Op extends Operation> = ListPage<Reply<Op>>

/** The caller, if it is not the person in the workspace of the tab. */
interface QueryScope {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
}

const countsRows = { prefer: 'count' }

const pagesOf = <Op extends Operation>(operation: Op, input: Input<Op>, asker?: QueryScope) => ({
  ...cachedAs(operation, input, ...(asker ? [asker.key] : []), 'pages'),
  queryFn: ({ pageParam }: { pageParam: unknown }): Promise<RowPage<Op>> => {
    const isFirst = pageParam === undefined
    const query = isFirst ? input.query : { ...input.query, cursor: pageParam }
    return page(operation, { ...input, query } as Input<Op>, { ...(isFirst && countsRows), ...asker?.headers })
  },
  initialPageParam: undefined as unknown,
})

/** How many rows a list has: exactly, or this many and more. */
export interface ListTotal {
  readonly count: number
  readonly isMore: boolean
}

/** The part of a list that the server still has. */
export interface MorePages {
  /** Undefined for a list that is not counted, until its last page was read. */
  readonly total: ListTotal | undefined
  /** Reads the next page; undefined behind the last. */
  readonly more: (() => void) | undefined
  readonly isReading: boolean
  /** Why the last page that was asked for did not come. */
  readonly error: ClientError | null
}

/** Reads on until nothing is left, as long as `isWanted`; a page that does not come ends it. */
export const useLoadAllPages = ({ more, isReading, error }: Omit<MorePages, 'total'>, isWanted: boolean): void => {
  useEffect(() => {
    if (isWanted && !isReading && error === null) more?.()
  }, [isWanted, more, isReading, error])
}

/** A list that is oldest first begins with its newest page, from which one goes back. */
const onFrom = ({ next, previous }: Pick<RowPage<Operation>, 'next' | 'previous'>) => next ?? previous

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
  readonly data: InfiniteData<RowPage<Operation>> | undefined
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
  total: data && totalOf(data.pages, hasNextPage),
  isReading: isFetchingNextPage,
  error: isFetchNextPageError ? error : null,
  more: hasNextPage ? () => void fetchUntilNewPage(fetchNextPage, data?.pages.length ?? 0) : undefined,
})

/** Exact once everything was read; else as the server counted it. */
const totalOf = (pages: readonly RowPage<Operation>[], hasMore: boolean): ListTotal | undefined => {
  if (!hasMore) return { count: pages.reduce((all, { rows }) => all + (rows as unknown[]).length, 0), isMore: false }
  const counted = pages[0]?.count
  return counted === undefined ? undefined : { count: Number.parseInt(counted, 10), isMore: counted.endsWith('+') }
}

interface PagesOptions<Op extends Operation> {
  readonly asker?: QueryScope
  /** How often the list is read again while it is looked at, by its rows. */
  readonly readEveryMs?: (rows: Reply<Op>) => number | false
}

/** The pages of a list, as many as were asked for. */
export const usePages = <Op extends Operation>(
  operation: Op,
  input: Input<Op> = {},
  { asker, readEveryMs }: PagesOptions<Op> = {},
) => {
  const asked = useSuspenseInfiniteQuery<RowPage<Op>, ClientError, InfiniteData<RowPage<Op>>>({
    ...pagesAsked(operation, input, asker),
    ...(readEveryMs && {
      refetchInterval: ({ state }) =>
        state.data === undefined
          ? false
          : readEveryMs(state.data.pages.flatMap(({ rows }) => rows) as unknown as Reply<Op>),
    }),
  })
  const pages = asked.data.pages.map((one) => one.rows as unknown[])
  return {
    /** The rows in the order in which they were read. */
    rows: pages.flat() as unknown as Reply<Op>,
    /** For a list that is oldest first. */
    oldestFirst: pages.toReversed().flat() as unknown as Reply<Op>,
    ...restOf(asked),
  }
}

/** How many rows a list has, for a page that is drawn without it: undefined until it is counted. One row is enough. */
export const useLateTotal = <Op extends Operation>(operation: Op, input: Input<Op> = {}): ListTotal | undefined =>
  restOf(useInfiniteQuery<RowPage<Op>, ClientError, InfiniteData<RowPage<Op>>>({ ...pagesAsked(operation, input) }))
    .total

/** A list that is chosen from, to its end: its first page at once, the others as they come. */
export const useAllRows = <Op extends Operation>(operation: Op, input: Input<Op> = {}): Reply<Op> => {
  const { rows, ...rest } = usePages(operation, input)
  useLoadAllPages(rest, true)
  return rows
}

/** Like `useAllRows`, for a page that is drawn without them: undefined until the first page arrives. */
export const useAllRowsLater = <Op extends Operation>(operation: Op, input: Input<Op> = {}): Reply<Op> | undefined =>
  useLateRows(operation, input).data

/** As `useAllRowsLater`, with the reason why no row came; reads once `enabled`. */
export const useLateRows = <Op extends Operation>(
  operation: Op,
  input: Input<Op> = {},
  { enabled = true }: { readonly enabled?: boolean } = {},
) => {
  const asked = useInfiniteQuery<RowPage<Op>, ClientError, InfiniteData<RowPage<Op>>>({
    ...pagesAsked(operation, input),
    enabled,
  })
  useLoadAllPages(restOf(asked), true)
  const data = asked.data?.pages.flatMap((one) => one.rows) as Reply<Op> | undefined
  return { data, error: asked.error }
}
