import { Type } from 'typebox'
import { operation, to } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, Time } from '../../../../platform/contract/schema.ts'

/** At most so many, those first that wait for an answer. */
export const conversationsMost = 200

export const ClientConversation = namedObject('ClientConversation', {
  projectId: Id,
  projectName: Type.String({ description: 'The name of the project.', examples: ['Harbour shop'] }),
  cycleId: maybe(Id),
  cycleTitle: maybe(
    Type.String({
      description: 'The title of the cycle; null in the conversation of the project itself.',
      examples: ['Pay by invoice'],
    }),
  ),
  taskId: maybe(Id),
  messages: Type.Integer({ minimum: 1, description: 'How many messages the conversation has.' }),
  waits: Type.Boolean({ description: 'Whether the last message of the client is unanswered.' }),
  excerpt: Type.String({
    description: 'The last message of a client, at most 500 characters.',
    examples: ['Can the button be green?'],
  }),
  authorName: maybe(Type.String({ description: 'Its author; null for a deleted person.', examples: ['Ada'] })),
  saidAt: Type.Unsafe<Date>({ ...Time, description: 'The time of the message.' }),
})

export const listClientConversations = operation({
  method: 'GET',
  path: '/v1/api/client-conversations',
  summary:
    'List the conversations in which clients wrote, those first that wait for an answer, then the newest, at most 200',
  reach: 'call',
  access: to('agency'),
  heavy: true,
  replies: { 200: Type.Array(ClientConversation) },
  audit: { refusals: 'project.list_client_conversations' },
  reads: { project: 'all', cycle: 'all', task: 'all' },
})
