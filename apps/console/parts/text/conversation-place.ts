import type { listClientConversations } from '../../../../domains/delivery/conversation/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { paths } from '../../paths.ts'

export type ClientConversation = Reply<typeof listClientConversations>[number]

/** The place for the answer: the project's own messages, or the conversation of a cycle or task. */
export const conversationPlace = ({ projectId, cycleId, taskId }: ClientConversation): string => {
  if (cycleId === null) return paths.projectMessages(projectId)
  return `${paths.cycle(projectId, cycleId)}?${taskId === null ? 'side=talk' : `task=${taskId}`}`
}
