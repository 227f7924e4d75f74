import type { Reply } from '../../../../platform/client/index.ts'
import type { getPendingRequest } from '../../../../domains/delivery/requests/contract.ts'
import type { en } from '../../words/inbox/en.ts'

type TitledRequest = Pick<Reply<typeof getPendingRequest>, 'title' | 'taskTitle' | 'requestType' | 'blocking'>

/** The task of a run's question; null for a question in a person's own words. */
export const askedTask = ({ blocking, taskTitle }: Pick<TitledRequest, 'blocking' | 'taskTitle'>): string | null =>
  blocking ? taskTitle : null

/** The question about a task, in the words of the reader; a title that a person wrote stays as it is. */
export const requestTitle = (request: TitledRequest, { titles }: Pick<typeof en, 'titles'>): string => {
  const task = askedTask(request)
  return task === null ? request.title : titles[request.requestType](task)
}
