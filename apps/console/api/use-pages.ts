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
export interface QueryScope {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
}

const pagesQuery = <Op extends Operation>(operation: Op, input: Input<Op>, asker?: QueryScope) => ({
  ...cachedAs(operation, input, ...(asker ? [asker.key] : []), 'pages'),
  queryFn: ({ pageParam }: { pageParam: unknown }): Promise<RowPage<Op>> => {
    const isFirst = pageParam === undefined
    const query = isFirst ? input.query : { ...input.query, cursor: pageParam }
    return page(operation, { ...input, query } as Input<Op>, { ...(isFirst && { prefer: 'count' }), ...asker?.headers })
  },
  initialPageParam: undefined as unknown,
  // A list that is oldest first begins with its newest page, from which one goes back.
  getNextPageParam: ({ next, previous }: Pick<RowPage<Operation>, 'next' | 'previous'>) => next ?? previous,
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
  readonly readCount: number
  readonly isReading: boolean
  /** Why the last page that was asked for did not come. */
  readonly error: ClientError | null
}

/** The most rows of a list that are filtered and sorted in the browser. */
export const listMost = 20_000

/** Reads on until `most` rows are read; a page that does not come ends it. */
export const useReadUpTo = ({ more, readCount, isReading, error }: Omit<MorePages, 'total'>, most: number): void => {
  const isWanted = readCount < most
  useEffect(() => {
    if (isWanted && !isReading && error === null) more?.()
  }, [isWanted, more, isReading, error])
}

/** Begins to read the first rows of a list while the code of the page is on its way. */
export const prefetchPages = <Op extends Operation>(operation: Op, input: Input<Op> = {}, asker?: QueryScope): null => {
  void firstPageEnded(operation, input, asker)
  return null
}

/** Resolves once the first page of a list was answered or refused; the page that reads the same shows the refusal. */
export const firstPageEnded = <Op extends Operation>(
  operation: Op,
  input: Input<Op> = {},
  asker?: QueryScope,
): Promise<unknown> => queries.infiniteQuery(pagesQuery(operation, input, asker)).catch(() => undefined)

interface PagesQuery {
  readonly data: InfiniteData<RowPage<Operation>> | undefined
  readonly hasNextPage: boolean
  readonly fetchNextPage: Parameters<typeof fetchUntilNewPage>[0]
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly error: ClientError | null
}

const restOf = ({ data, hasNextPage, fetchNextPage, error, ...state }: PagesQuery): MorePages => ({
  total: data && totalOf(data.pages, hasNextPage),
  readCount: data ? countRows(data.pages) : 0,
  isReading: state.isFetchingNextPage,
  error: state.isFetchNextPageError ? error : null,
  more: hasNextPage ? () => void fetchUntilNewPage(fetchNextPage, data?.pages.length ?? 0) : undefined,
})

const countRows = (pages: readonly RowPage<Operation>[]) =>
  pages.reduce((all, { rows }) => all + (rows as unknown[]).length, 0)

/** Exact once everything was read; else as the server counted it, which ends at a thousand. */
const totalOf = (pages: readonly RowPage<Operation>[], hasMore: boolean): ListTotal | undefined => {
  const read = countRows(pages)
  if (!hasMore) return { count: read, isMore: false }
  const counted = pages[0]?.count
  if (counted === undefined) return undefined
  return { count: Math.max(read, Number.parseInt(counted, 10)), isMore: counted.endsWith('+') }
}

interface PagesOptions<Op extends Operation> {
  readonly asker?: QueryScope | undefined
  /** How often the list is read again while it is looked at, by its rows. */
  readonly readEveryMs?: (rows: Reply<Op>) => number | false
}

/** The pages of a list, as many as were asked for. */
export const usePages = <Op extends Operation>(
  operation: Op,
  input: Input<Op> = {},
  { asker, readEveryMs }: PagesOptions<Op> = {},
) => {
  const pages = useSuspenseInfiniteQuery<RowPage<Op>, ClientError, InfiniteData<RowPage<Op>>>({
    ...pagesQuery(operation, input, asker),
    ...(readEveryMs && {
      refetchInterval: ({ state }) => (state.data === undefined ? false : readEveryMs(inOrder<Op>(state.data.pages))),
    }),
  })
  return { rows: inOrder<Op>(pages.data.pages), ...restOf(pages) }
}

/** The rows in the order of the list. A list that is oldest first was read from its newest page back. */
const inOrder = <Op extends Operation>(pages: readonly RowPage<Op>[]) => {
  const goesBack = pages[0]?.next === undefined
  return (goesBack ? pages.toReversed() : pages).flatMap(({ rows }) => rows) as unknown as Reply<Op>
}

/** How many rows a list has, for a page that is drawn without it: undefined until it is counted. One row is enough. */
export const useLateTotal = <Op extends Operation>(operation: Op, input: Input<Op> = {}): ListTotal | undefined =>
  restOf(useInfiniteQuery<RowPage<Op>, ClientError, InfiniteData<RowPage<Op>>>(pagesQuery(operation, input))).total

/** The first rows of a list that is chosen from or looked up in: its first page at once, others as they come, to `most`. */
export const useRows = <Op extends Operation>(
  operation: Op,
  most: number,
  input: Input<Op> = {},
  asker?: QueryScope,
): ReadPart & { readonly rows: Reply<Op> } => {
  const { rows, ...rest } = usePages(operation, input, { asker })
  return { rows, ...useUpTo(most, rest) }
}

/** How much of a list its reader has: all of it, or the rows to its limit, after which the server has more. */
export interface ReadPart {
  readonly isWhole: boolean
  /** Undefined for a list that is whole, or is still read. */
  readonly cutAt: number | undefined
}

const useUpTo = (most: number, rest: MorePages): ReadPart => {
  useReadUpTo(rest, most)
  const isWhole = rest.more === undefined
  return { isWhole, cutAt: isWhole || rest.readCount < most ? undefined : rest.readCount }
}

/**
 * Like `useRows`, for a page that is drawn without them: undefined until the first page arrives, with the reason if it
 * does not come; reads once `enabled`.
 */
export const useLateRows = <Op extends Operation>(
  operation: Op,
  most: number,
  input: Input<Op> = {},
  { enabled = true }: { readonly enabled?: boolean } = {},
) => {
  const pages = useInfiniteQuery<RowPage<Op>, ClientError, InfiniteData<RowPage<Op>>>({
    ...pagesQuery(operation, input),
    enabled,
  })
  return { data: pages.data && inOrder<Op>(pages.data.pages), error: pages.error, ...useUpTo(most, restOf(pages)) }
}
