import { contract } from '../../../platform/contract/index.ts'
import {
  addCycleAttachment,
  getCycleAttachment,
  listCycleAttachments,
  parseCycleAttachment,
  removeCycleAttachment,
} from './contract/attachments.ts'
import { addTaskComment, listTaskComments } from './contract/comments.ts'
import { listClientConversations } from './contract/clients.ts'
import { listCycleMessages, sendCycleMessage } from './contract/cycle.ts'
import { getProjectThreads, listProjectMessages, sendProjectMessage } from './contract/project.ts'
import { addPreviewComment, getPreviewToolbar } from './contract/preview-comments.ts'
import { streamCycleMessage } from './contract/stream.ts'

export * from './contract/attachments.ts'
export * from './contract/comments.ts'
export * from './contract/clients.ts'
export * from './contract/cycle.ts'
export * from './contract/project.ts'
export * from './contract/preview-comments.ts'
export * from './contract/stream.ts'

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
