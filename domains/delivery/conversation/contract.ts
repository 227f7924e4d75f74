import { contract } from '../../../platform/contract/index.ts'
import {
  addCycleAttachment,
  getCycleAttachment,
  listCycleAttachments,
  parseCycleAttachment,
  removeCycleAttachment,
} from './contract/attachments.ts'
import { addTaskComment, listTaskComments } from './contract/comments.ts'
import { ClientConversation, listClientConversations } from './contract/clients.ts'
import { listCycleMessages, sendCycleMessage } from './contract/cycle.ts'
import { getProjectThreads, listProjectMessages, sendProjectMessage } from './contract/project.ts'
import { addPreviewComment, getPreviewToolbar } from './contract/preview-comments.ts'
import { streamCycleMessage } from './contract/stream.ts'

export {
  addCycleAttachment,
  CycleAttachment,
  getCycleAttachment,
  listCycleAttachments,
  parseCycleAttachment,
  removeCycleAttachment,
} from './contract/attachments.ts'
export { addTaskComment, listTaskComments, TaskComment } from './contract/comments.ts'
export { ClientConversation, listClientConversations }
export { CycleTurn, listCycleMessages, sendCycleMessage, WireMessage } from './contract/cycle.ts'
export { addPreviewComment, getPreviewToolbar, MessagePin, PreviewToolbar } from './contract/preview-comments.ts'
export { streamCycleMessage } from './contract/stream.ts'
export { getProjectThreads, listProjectMessages, ProjectThreads, sendProjectMessage } from './contract/project.ts'

export const conversation = contract({
  listCycleMessages,
  sendCycleMessage,
  streamCycleMessage,
  listClientConversations,
  listProjectMessages,
  sendProjectMessage,
  getProjectThreads,
  listTaskComments,
  addTaskComment,
  addCycleAttachment,
  listCycleAttachments,
  getCycleAttachment,
  parseCycleAttachment,
  removeCycleAttachment,
  getPreviewToolbar,
  addPreviewComment,
})
