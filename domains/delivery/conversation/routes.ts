import type { AttachmentParts } from './attachments.ts'
import addCycleAttachment from './operations/add-cycle-attachment.ts'
import addTaskComment from './operations/add-task-comment.ts'
import getCycleAttachment from './operations/get-cycle-attachment.ts'
import getProjectThreads from './operations/get-project-threads.ts'
import listClientConversations from './operations/list-client-conversations.ts'
import listCycleAttachments from './operations/list-cycle-attachments.ts'
import listCycleMessages from './operations/list-cycle-messages.ts'
import listProjectMessages from './operations/list-project-messages.ts'
import listTaskComments from './operations/list-task-comments.ts'
import parseCycleAttachment from './operations/parse-cycle-attachment.ts'
import removeCycleAttachment from './operations/remove-cycle-attachment.ts'
import sendCycleMessage from './operations/send-cycle-message.ts'
import sendProjectMessage from './operations/send-project-message.ts'
import streamCycleMessage from './operations/stream-cycle-message.ts'
import addPreviewComment from './operations/add-preview-comment.ts'
import getPreviewToolbar from './operations/get-preview-toolbar.ts'
import type { PreviewCommentParts } from './preview-comment-parts.ts'
import type { AnswerParts } from './stream/answerer.ts'

export default (parts: AnswerParts & AttachmentParts & PreviewCommentParts) => ({
  listCycleMessages,
  sendCycleMessage: sendCycleMessage(parts),
  streamCycleMessage: streamCycleMessage(parts),
  listClientConversations,
  listProjectMessages,
  sendProjectMessage,
  getProjectThreads,
  listTaskComments,
  addTaskComment,
  addCycleAttachment: addCycleAttachment(parts),
  listCycleAttachments,
  getCycleAttachment: getCycleAttachment(parts),
  parseCycleAttachment: parseCycleAttachment(parts),
  removeCycleAttachment,
  getPreviewToolbar: getPreviewToolbar(parts),
  addPreviewComment: addPreviewComment(parts),
})
