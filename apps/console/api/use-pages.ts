import { useSuspenseInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import type { ClientError, Input, Reply } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { page } from './client.ts'
import { queries } from './queries.ts'

interface Rows<Op extends Operation> {
  readonly rows: Reply<Op>
  readonly next: string | undefined
}

const pagesOf = <Op extends Operation>(operation: Op, input: Input<Op>) => ({
  queryKey: [operation.id, input, 'pages'],
  queryFn: ({ pageParam }: { pageParam: unknown }): Promise<Rows<Op>> => {
    const cursor = pageParam === undefined ? {} : { cursor: pageParam }
    return page(operation, { ...input, query: { ...input.query, ...cursor } } as Input<Op>)
  },
  initialPageParam: undefined as unknown,
})

const nextOf = ({ next }: { readonly next: string | undefined }) => next

/** Begins to read the first rows of a list while the code of the page is on its way. */
export const prefetchPages = <Op extends Operation>(operation: Op, input: Input<Op> = {}): null => {
  // A refusal is told where the page reads the same.
  queries.infiniteQuery({ ...pagesOf(operation, input), getNextPageParam: nextOf }).catch(() => undefined)
  return null
}

/** The rows of a list, as many as were asked for; `more` reads the next ones, and is undefined behind the last. */
export const usePages = <Op extends Operation>(operation: Op, input: Input<Op> = {}) => {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery<
    Rows<Op>,
    ClientError,
    InfiniteData<Rows<Op>>
  >({ ...pagesOf(operation, input), getNextPageParam: nextOf })
  const rows = data.pages.flatMap((one) => one.rows as unknown[]) as unknown as Reply<Op>
  return { rows, isReading: isFetchingNextPage, more: hasNextPage ? () => void fetchNextPage() : undefined }
}
