import { Type } from 'typebox'
import { conflict, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, pagesOf, text, Time } from '../../../../platform/contract/schema.ts'
import { authorSides } from '../rules.ts'

export const AuthorSide = oneOf(authorSides)

export const TaskComment = namedObject('TaskComment', {
  id: Id,
  taskId: Id,
  cycleId: Id,
  projectId: Id,
  body: Type.String(),
  authorId: Id,
  authorName: maybe(Type.String()),
  authorSide: AuthorSide,
  createdAt: Time,
})

export const AddTaskComment = namedObject('AddTaskComment', { body: text(1, 10_000), messageId: Type.Optional(Id) })

export const messageIdTaken = conflict({
  code: 'message_id_taken',
  message: 'This id belongs to a different message. Nothing was stored; use another id for another message.',
})

export const listTaskComments = operation({
  method: 'GET',
  path: '/v1/api/tasks/{id}/comments',
  summary: 'List the comments on a task, oldest first',
  leadsBack: true,
  reach: 'call',
  access: toThoseWho('view', 'task', 'params.id'),
  ...pagesOf(TaskComment),
  audit: { refusals: 'task.list_comments' },
})

export const addTaskComment = operation({
  method: 'POST',
  path: '/v1/api/tasks/{id}/comments',
  summary: 'Comment on a task. Its agent reads the comment when its next attempt begins',
  reach: 'call',
  access: toThoseWho('view', 'task', 'params.id'),
  body: AddTaskComment,
  replies: { 201: TaskComment },
  errors: { messageIdTaken },
  audit: { action: 'task.comment', category: 'create', event: 'task.commented' },
})
