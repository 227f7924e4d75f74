import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { listCycleMessages } from '../../../../../../../domains/delivery/conversation/contract.ts'
import { page } from '../../../../../api/client.ts'
import { queries } from '../../../../../api/queries.ts'
import { cachedAs } from '../../../../../api/stale.ts'

const pageMost = 50

const messagesOf = (cycleId: string, agentId: string | null) => {
  const input = { params: { id: cycleId }, query: { limit: pageMost, ...(agentId && { agentId }) } }
  return infiniteQueryOptions({
    ...cachedAs(listCycleMessages, input),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      page(listCycleMessages, { ...input, query: { ...input.query, ...(cursor && { cursor }) } }),
    getNextPageParam: ({ previous }) => previous,
  })
}

/** A cycle's newest messages, or those in an agent's thread, and earlier messages page by page. */
export const useMessages = (cycleId: string, agentId: string | null) => useInfiniteQuery(messagesOf(cycleId, agentId))

/** Begins to read the newest messages while the code of the page is on its way. */
export const prefetchMessages = (cycleId: string, agentId: string | null): void => {
  // The conversation shows the refusal.
  queries.infiniteQuery(messagesOf(cycleId, agentId)).catch(() => undefined)
}
