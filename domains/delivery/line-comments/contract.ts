import { Type } from 'typebox'
import { conflict, contract, operation, toAgencyWho } from '../../../platform/contract/index.ts'
import { CommitSha, Id, maybe, MessageAck, namedObject, oneOf, text, Time } from '../../../platform/contract/schema.ts'
import { bodyMost, draftsMost, lineTextMost, listedMost, sides } from './rules.ts'

const Side = oneOf(sides, { description: 'Whether the line is one of the file as it was, or as the change leaves it.' })
const place = {
  path: text(1, 4_096, { description: 'The file, from the root of the repository.', examples: ['src/index.ts'] }),
  side: Side,
  line: Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'The number of the line on that side.' }),
  lineText: text(0, lineTextMost, {
    description: 'The text of the line, or its beginning: by this it is found again in another revision.',
    examples: ['const open = openOrders(id)'],
  }),
  body: text(1, bodyMost, { description: 'The words.', examples: ['Count open invoices only.'] }),
}

export const LineComment = namedObject('LineComment', {
  id: Id,
  taskId: Id,
  commitSha: Type.String({ ...CommitSha, description: 'The head of the change when it was written.' }),
  ...place,
  authorId: Id,
  authorName: maybe(Type.String()),
  isDraft: Type.Boolean({ description: 'Whether it was not sent yet: only its author reads it.' }),
  createdAt: Time,
  sentAt: maybe(Type.Unsafe<Date>({ ...Time, description: 'When the change was sent back with it.' })),
})

const AddLineComment = namedObject('AddLineComment', place)

const onTask = toAgencyWho('steer', 'task', 'params.id')

export const listLineComments = operation({
  method: 'GET',
  path: '/v1/api/tasks/{id}/line-comments',
  summary: 'List the line comments of a change: sent comments and the caller’s drafts',
  reach: 'call',
  access: onTask,
  replies: {
    200: namedObject('LineComments', {
      comments: Type.Array(LineComment, { description: `The newest ${listedMost}, oldest first.` }),
      truncated: Type.Boolean({ description: 'Whether there are older ones.' }),
    }),
  },
  audit: { refusals: 'task.list_line_comments' },
  reads: { task: 'taskId', pending_request: 'taskId', line_comment: 'all' },
})

export const addLineComment = operation({
  method: 'POST',
  path: '/v1/api/tasks/{id}/line-comments',
  summary: 'Draft a line comment on a change. It is sent when its author sends the change back',
  reach: 'call',
  access: onTask,
  body: AddLineComment,
  replies: { 201: LineComment },
  errors: {
    noChange: conflict({
      code: 'no_change_to_comment',
      message: 'This task has no change yet, so there is no line to comment on. Comment on the task itself.',
    }),
    tooManyDrafts: conflict({
      code: 'too_many_drafts',
      message: `You have ${draftsMost} drafts at lines of this change. Send it back with them, or delete some.`,
    }),
  },
  audit: { action: 'task.draft_line_comment', category: 'create' },
  touches: ['line_comment'],
})

export const deleteLineComment = operation({
  method: 'DELETE',
  path: '/v1/api/tasks/{id}/line-comments/{commentId}',
  summary: 'Delete a draft of yours. Sent comments stay',
  reach: { page: '/projects' },
  access: onTask,
  replies: { 200: MessageAck },
  audit: { action: 'task.delete_line_comment', category: 'delete' },
  touches: ['line_comment'],
})

export const lineComments = contract({ listLineComments, addLineComment, deleteLineComment })
