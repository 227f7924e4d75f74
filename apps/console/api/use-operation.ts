import {
  queryOptions,
  type keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
  type UseMutationOptions,
} from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ClientError, Input, Reply } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { call } from './client.ts'
import { queries } from './queries.ts'
import { cachedAs, refreshAfter } from './stale.ts'

/**
 * Refuses an operation that answers in pages: one answer of it ends the list in silence. `usePages` and `useRows` read
 * such a list, and `useFirstRows` only its first rows.
 */
type Whole<Op> = Op extends { readonly query: { readonly properties: { readonly cursor: object } } }
  ? 'Read a list in pages by usePages, useRows or useFirstRows'
  : unknown

const answerOf = <Op extends Operation>(operation: Op, input: Input<Op> = {}) =>
  queryOptions<Reply<Op>, ClientError>({ ...cachedAs(operation, input), queryFn: () => call(operation, input) })

export const query = <Op extends Operation>(operation: Op & Whole<Op>, input: Input<Op> = {}) =>
  answerOf<Op>(operation, input)

/** Begins to read while the code of a page is on its way; the page itself waits for the answer. */
export const prefetch = <Op extends Operation>(operation: Op & Whole<Op>, input: Input<Op> = {}): null =>
  begin<Op>(operation, input)

const begin = <Op extends Operation>(operation: Op, input: Input<Op>): null => {
  void ended(operation, input)
  return null
}

/** Resolves once a read was answered or refused; the page that reads the same shows the refusal. */
export const ended = <Op extends Operation>(operation: Op, input: Input<Op> = {}): Promise<unknown> =>
  queries.query(answerOf(operation, input)).catch(() => undefined)

/**
 * Waits for reads that decide the layout, so that nothing moves once they arrive: the nearest Suspense shows its shape
 * until each was answered or refused. A page is drawn without the answer of a refused read.
 */
export const useEnded = (key: readonly unknown[], reads: () => readonly Promise<unknown>[]): void => {
  useSuspenseQuery({
    queryKey: ['ended', ...key],
    queryFn: async () => (await Promise.all(reads())).length,
    staleTime: Infinity,
  })
}

/** The answer of a read. The nearest Suspense shows its shape until then, and the nearest boundary its refusal. */
export const useReply = <Op extends Operation>(operation: Op & Whole<Op>, input: Input<Op> = {}): Reply<Op> =>
  useSuspenseQuery(answerOf<Op>(operation, input)).data

interface QueryOptions {
  readonly enabled?: boolean
  /** How often it is asked again while the page is looked at. */
  readonly refetchInterval?: number | false
  readonly refetchOnWindowFocus?: 'always'
  /** Shown until the answer to another question has come. */
  readonly placeholderData?: typeof keepPreviousData
}

/** The answer of a read that a page can be drawn without: undefined until it arrives. */
export const useLateReply = <Op extends Operation>(
  operation: Op & Whole<Op>,
  input: Input<Op> = {},
  asking: QueryOptions = {},
) => useQuery({ ...answerOf<Op>(operation, input), ...asking })

/** The first `limit` rows of a list, for a page that needs no more of them, or leads to the list itself. */
export const useFirstRows = <Op extends Operation>(operation: Op, input: FirstRows<Op>): Reply<Op> =>
  useSuspenseQuery(answerOf(operation, input)).data

/** Like `useFirstRows`, for a page that can be drawn without them. */
export const useFirstRowsLater = <Op extends Operation>(
  operation: Op,
  input: FirstRows<Op>,
  asking: QueryOptions = {},
) => useQuery({ ...answerOf(operation, input), ...asking })

export const prefetchFirstRows = <Op extends Operation>(operation: Op, input: FirstRows<Op>): null =>
  begin(operation, input)

type FirstRows<Op extends Operation> = Input<Op> & { readonly query: { readonly limit: number } }

interface OperationOptions<Result> {
  /** Reads again after a refusal as well: for forms that then show what another person changed. */
  readonly readsAfterRefusal?: boolean
  /** Called after the stale data was read again. */
  readonly then?: (reply: Result) => unknown
}

/** A change: `mutate(input)`, and the refusal. Stale queries are read again before it counts as done. */
export const useOperation = <Op extends Operation>(
  operation: Op,
  { then, readsAfterRefusal = false }: OperationOptions<Reply<Op>> = {},
) => {
  const client = useQueryClient()
  return useSentOnce<Reply<Op>, ClientError, Input<Op>>({
    mutationFn: (input) => call(operation, input),
    onSuccess: async (reply) => {
      await refreshAfter(client, operation)
      await then?.(reply)
    },
    // The refusal may belong to a row that is no longer listed once all is read again, so pages decide that.
    ...(readsAfterRefusal && { onError: () => void refreshAfter(client, operation) }),
  })
}

/** A change of which a second press sends nothing while the same request is under way. */
export const useSentOnce = <Result, Failure, Given>(
  change: Omit<UseMutationOptions<Result, Failure, Given>, 'onSettled'>,
) => {
  const [sent] = useState(() => new Set<string>())
  const { mutate, ...mutation } = useMutation<Result, Failure, Given>({
    ...change,
    onSettled: (_reply, _error, given) => void sent.delete(keyOf(given)),
  })
  // Effects depend on it, so that it stays the same.
  const mutateOnce = useCallback(
    (...request: Parameters<typeof mutate>) => {
      const key = keyOf(request[0])
      if (sent.has(key)) return
      sent.add(key)
      mutate(...request)
    },
    [sent, mutate],
  )
  return { ...mutation, mutate: mutateOnce }
}

/** The text of a request. Bytes have none, so that two uploads are never the same. */
const keyOf = (input: unknown) =>
  JSON.stringify(input, (_, value: unknown) =>
    value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? numberOf(value) : value,
  )

const numbers = new WeakMap<object, number>()
let last = 0
const numberOf = (bytes: object) => {
  const number = numbers.get(bytes) ?? (last += 1)
  numbers.set(bytes, number)
  return number
}
