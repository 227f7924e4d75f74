import { useSyncExternalStore } from 'react'
import { listAgents } from '../../../../../../../domains/agents/agents/contract.ts'
import { fetchUntilNewPage } from '../../../../../api/fetch-until-new-page.ts'
import { useAllRowsLater } from '../../../../../api/use-pages.ts'
import { entriesOf } from '../../../../../parts/story/live-turn.ts'
import { outboxIn } from './outbox.ts'
import { useMessages } from './use-messages.ts'

export const useConversation = (cycleId: string, agentId: string | null) => {
  const { data, error, isLoading, refetch, ...earlier } = useMessages(cycleId, agentId)
  const outbox = outboxIn(cycleId)
  const turns = useSyncExternalStore(outbox.subscribe, outbox.turns)
  const messages = data?.pages.toReversed().flatMap(({ rows }) => rows) ?? []
  return {
    outbox,
    error,
    isLoading,
    refetch,
    entries: entriesOf(
      messages,
      turns.filter((turn) => turn.agentId === agentId),
    ),
    hasEarlier: earlier.hasNextPage,
    isLoadingEarlier: earlier.isFetchingNextPage,
    showEarlier: () => void fetchUntilNewPage(earlier.fetchNextPage, data?.pages.length ?? 0),
  }
}

/** The agents that may be spoken to in a project, by their names. */
export const useAgents = (projectId: string) => {
  const agents = useAllRowsLater(listAgents, { query: { projectId } }) ?? []
  return {
    nameOf: (id: string) => agents.find((agent) => agent.id === id)?.name,
    speakable: agents.filter(({ duty, role }) => duty === 'executor' && (role === null || role === 'coder')),
  }
}
