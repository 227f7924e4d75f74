import { listProjects } from '../../../domains/code/projects/contract.ts'
import { listClientConversations } from '../../../domains/delivery/conversation/contract.ts'
import { listCycles } from '../../../domains/delivery/cycles/contract.ts'
import { listDeliverables } from '../../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../../domains/delivery/requests/contract.ts'
import { useFirstRowsLater, useLateReply } from '../api/use-operation.ts'
import { useLateRows } from '../api/use-pages.ts'
import type { GlyphName } from '../parts/text/glyph.tsx'
import { isForClient, waitingItems, type WaitingItem } from '../api/waiting-items.ts'
import { projectGlyph } from '../states.ts'
import { useDismissedFailures } from './dismissed-failures.ts'

/** The reads of the frame and the home page: they share one answer. */
export const newestCycles = { query: { limit: 200 } }
export const pending = { query: { status: 'pending' } } as const
export const awaitingMe = { query: { awaiting: 'me' } } as const

export const waitingGlyph = ({ request, failed }: WaitingItem): GlyphName => {
  if (failed) return 'bad'
  return request?.requestType === 'approval' ? 'doubt' : 'wait'
}

/** How many things wait for this person, by the place that has them: clients' messages count for Home. */
export const useWaitingCounts = (): Readonly<Partial<Record<string, number>>> => {
  const messages = useWaitingConversations().length
  return { home: useOwnWaiting().length + messages, messages }
}

/** The conversations in which a client waits for an answer, the longest waiting first. */
export const useWaitingConversations = () => {
  const { data = [] } = useLateReply(listClientConversations)
  return data.filter(({ waits }) => waits).toSorted((a, b) => a.saidAt.localeCompare(b.saidAt))
}

/** The known items that wait for this person. */
const useOwnWaiting = (): readonly WaitingItem[] => useWaiting().filter((item) => !isForClient(item))

/** The known items that wait for this person or a client. */
export const useWaiting = (): readonly WaitingItem[] => {
  const requests = useLateRows(listPendingRequests, 1_000, pending).data ?? []
  const isDismissed = useDismissedFailures()
  const cycles = (useFirstRowsLater(listCycles, newestCycles).data ?? []).filter(
    (cycle) => cycle.status !== 'failed' || !isDismissed(cycle),
  )
  const toDecide = useLateRows(listDeliverables, 1_000, awaitingMe).data ?? []
  return waitingItems(requests, cycles, useLateRows(listProjects, 5_000).data ?? [], toDecide)
}

export const useProjects = (): readonly { readonly id: string; readonly name: string; readonly glyph: GlyphName }[] => {
  const projects = useLateRows(listProjects, 5_000).data ?? []
  const cycles = useFirstRowsLater(listCycles, newestCycles).data ?? []
  const asking = new Set(useWaitingConversations().map(({ projectId }) => projectId))
  const own = Map.groupBy(cycles, ({ projectId }) => projectId)
  return projects
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ id, name }) => ({ id, name, glyph: asking.has(id) ? 'wait' : projectGlyph(own.get(id) ?? []) }))
}
