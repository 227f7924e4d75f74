import type { Reply } from '../../../../platform/client/index.ts'
import type { getPendingRequest } from '../../../../domains/delivery/requests/contract.ts'
import type { WaitingItem } from '../../api/waiting-items.ts'
import type { en } from '../../words/inbox/en.ts'

/** A decision, as the server answers it. */
type Outcome = Pick<Reply<typeof getPendingRequest>, 'status' | 'requestType' | 'feedback'>
type TitledRequest = Pick<Reply<typeof getPendingRequest>, 'title' | 'taskTitle' | 'requestType' | 'blocking'>

/** The task of a run's question; null for a question in a person's own words. */
export const askedTask = ({ blocking, taskTitle }: Pick<TitledRequest, 'blocking' | 'taskTitle'>): string | null =>
  blocking ? taskTitle : null

/** The question about a task, in the words of the reader; a title that a person wrote stays as it is. */
export const requestTitle = (request: TitledRequest, { titles }: Pick<typeof en, 'titles'>): string => {
  const task = askedTask(request)
  return task === null ? request.title : titles[request.requestType](task)
}

/** The title of what waits for a person: of a request, of a deliverable, or of a cycle that failed. */
export const waitingTitle = (
  { request, deliverable, cycleTitle = '' }: Pick<WaitingItem, 'request' | 'deliverable' | 'cycleTitle'>,
  words: Pick<typeof en, 'titles' | 'failed'>,
): string => (request && requestTitle(request, words)) ?? deliverable?.title ?? words.failed(cycleTitle)

/** The decision about a request in a line: what was decided, and about which task or question. */
export const decisionText = (
  request: TitledRequest,
  outcome: Outcome,
  { decided }: Pick<typeof en, 'decided'>,
): string => decided[decisionOf(outcome)](askedTask(request) ?? request.title)

const decisionOf = ({ status, requestType, feedback }: Outcome): keyof (typeof en)['decided'] => {
  if (status === 'approved') return requestType === 'question' ? 'answered' : 'approved'
  if (status === 'denied') return feedback === null ? 'rejected' : 'sentBack'
  return 'rest'
}
