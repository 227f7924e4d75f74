import { Type } from 'typebox'
import { operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, paging, text, Time } from '../../../../platform/contract/schema.ts'
import { messageIdTaken } from './comments.ts'
import { MessagePin } from './preview-comments.ts'

export const WireMessage = namedObject('WireMessage', {
  id: Id,
  cycleId: maybe(Id),
  projectId: Id,
  agentId: maybe(Id),
  content: Type.String(),
  authorId: Id,
  authorName: maybe(Type.String()),
  authorSide: oneOf(['agency', 'client', 'agent']),
  drives: Type.Boolean(),
  givenAt: maybe(Time),
  answersId: maybe(Id),
  isCut: Type.Boolean(),
  pin: maybe(MessagePin),
  createdAt: Time,
})

export const contentOfMessage = text(1, 20_000)

export const CycleMessage = namedObject('CycleMessage', {
  agentId: Type.Optional(maybe(Id)),
  content: contentOfMessage,
  messageId: Type.Optional(Id),
})

/** How the stream of an answer ends; the sentences are in ../stream/frames.ts. */
export const outcomes = ['answered', 'ended', 'waiting', 'unanswered', 'for_people'] as const
/** Outcomes of an answer in one piece, which may also be under way or have failed. */
const turnOutcomes = [...outcomes, 'at_work', 'answering', 'failed'] as const

export const CycleTurn = namedObject('CycleTurn', {
  message: WireMessage,
  messages: Type.Array(WireMessage, {
    description: 'The newest messages of the conversation, at most 100, oldest first.',
  }),
  hasEarlierMessages: Type.Boolean({
    description: 'Whether the conversation has messages before these. List the messages of the cycle to read them.',
  }),
  outcome: oneOf(turnOutcomes),
  explanation: Type.String(),
})

export const listCycleMessages = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/messages',
  summary: 'List the messages of a cycle, or of an agent’s thread in it, oldest first',
  leadsBack: true,
  reach: 'call',
  access: { who: 'participant', on: { kind: 'cycle', id: 'params.id', needs: 'view', absent: 'handler' } },
  query: Type.Object({
    agentId: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The thread of this agent instead; a missing thread has no messages.',
      }),
    ),
    ...paging,
  }),
  replies: { 200: Type.Array(WireMessage) },
  audit: { refusals: 'cycle.list_messages' },
  reads: { cycle: 'cycleId' },
})

export const sendCycleMessage = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/messages',
  summary:
    'Post a message in a cycle’s conversation and wait up to a minute for the answer. A message of someone who may steer the project drives its agent',
  reach: 'call',
  access: toThoseWho('view', 'cycle', 'params.id'),
  body: CycleMessage,
  effect: 'outside',
  replies: { 200: CycleTurn },
  errors: { messageIdTaken },
  audit: { action: 'cycle.message', category: 'create', event: 'cycle.messaged' },
})
