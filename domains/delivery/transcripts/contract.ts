import { Type } from 'typebox'
import { contract, operation, toAgencyWho } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, paging, Time } from '../../../platform/contract/schema.ts'

export const TranscriptStep = namedObject('TranscriptStep', {
  taskId: Id,
  runId: Id,
  seq: Type.Integer(),
  attempt: Type.Integer(),
  position: Type.Integer({ description: 'The place within the attempt, 1 for the first' }),
  kind: oneOf([
    ...(['started', 'message', 'thought', 'tool_call', 'tool_result', 'heard'] as const),
    ...(['web_request', 'tool_server', 'usage', 'finished'] as const),
  ]),
  callId: maybe(Type.String()),
  tool: maybe(Type.String({ examples: ['run'] })),
  input: maybe(Type.String({ examples: ['{"command":"npm test"}'] })),
  text: maybe(Type.String()),
  textTruncated: Type.Boolean(),
  ok: maybe(Type.Boolean()),
  inputTokens: maybe(Type.Integer()),
  outputTokens: maybe(Type.Integer()),
  outcome: maybe(Type.String({ examples: ['completed'] })),
  messageIds: maybe(Type.Array(Type.String(), { examples: [['0199a1f0-7c1e-7000-8000-000000000001']] })),
  limits: maybe(
    namedObject('AgentLimits', {
      steps: Type.Integer({ description: 'Calls of the model' }),
      tokens: Type.Integer({ description: 'Read and written' }),
      wallMs: Type.Integer({ description: 'Time from this step on' }),
    }),
  ),
  at: Time,
})

export const getCycleTranscript = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/transcript',
  summary: 'List the transcript of a cycle’s agents by task, oldest first',
  reach: 'call',
  access: toAgencyWho('manage', 'cycle', 'params.id'),
  query: Type.Object({ taskId: Type.Optional(Id), ...paging }),
  replies: { 200: Type.Array(TranscriptStep) },
  audit: { refusals: 'cycle.read_transcript' },
  reads: { task: 'cycleId' },
})

export const transcripts = contract({ getCycleTranscript })
