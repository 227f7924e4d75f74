import { Type } from 'typebox'
import { events, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf } from '../../../../platform/contract/schema.ts'
import { messageIdTaken } from './comments.ts'
import { CycleMessage, outcomes, WireMessage } from './cycle.ts'

/** Which agent a frame is of; the task is null if no run works on the cycle. */
const ofAgent = { agentId: Id, taskId: maybe(Id) }

const SpeakerFrame = namedObject('MessageSpeaker', { ...ofAgent, textTruncated: Type.Boolean() })
const Token = Type.String({
  description:
    'The next words as raw text, not JSON: `data` lines joined by line feeds. The `speaker` frame before names their author.',
})
const ToolStart = namedObject('MessageToolStart', {
  ...ofAgent,
  callId: maybe(Type.String()),
  tool: maybe(Type.String()),
  input: maybe(Type.String()),
})
const ToolEnd = namedObject('MessageToolEnd', {
  ...ofAgent,
  callId: maybe(Type.String()),
  tool: maybe(Type.String()),
  ok: maybe(Type.Boolean()),
  output: maybe(Type.String()),
})
const Done = namedObject('MessageDone', {
  outcome: oneOf(outcomes),
  message: Type.String(),
  answer: maybe(WireMessage),
})
const Failed = namedObject('MessageFailed', { code: Type.String(), message: Type.String() })

export const frames = {
  user_message: WireMessage,
  speaker: SpeakerFrame,
  token: Token,
  tool_start: ToolStart,
  tool_end: ToolEnd,
  done: Done,
  error: Failed,
} as const

export const streamCycleMessage = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/messages/stream',
  summary:
    'Post a message in a cycle’s conversation and stream the answer of the working agents, or of a model when none is working',
  reach: 'transfer',
  access: toThoseWho('view', 'cycle', 'params.id'),
  body: CycleMessage,
  replay: false,
  effect: 'outside',
  replies: {
    200: events({ events: { ...frames, keepalive: Type.Object({}) }, resumes: false, lifetimeMs: 20 * 60_000 }),
  },
  errors: { messageIdTaken },
  audit: { action: 'cycle.message', category: 'create', event: 'cycle.messaged' },
})
