import addTaskComment from './operations/add-task-comment.ts'
import getProjectThreads from './operations/get-project-threads.ts'
import listClientConversations from './operations/list-client-conversations.ts'
import listCycleMessages from './operations/list-cycle-messages.ts'
import listProjectMessages from './operations/list-project-messages.ts'
import listTaskComments from './operations/list-task-comments.ts'
import sendCycleMessage from './operations/send-cycle-message.ts'
import sendProjectMessage from './operations/send-project-message.ts'
import streamCycleMessage from './operations/stream-cycle-message.ts'
import type { AnswerParts } from './stream/answerer.ts'

export default (parts: AnswerParts) => ({
  listCycleMessages,
  sendCycleMessage: sendCycleMessage(parts),
  streamCycleMessage: streamCycleMessage(parts),
  listClientConversations,
  listProjectMessages,
  sendProjectMessage,
  getProjectThreads,
  listTaskComments,
  addTaskComment,
})
