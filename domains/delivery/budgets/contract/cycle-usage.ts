import { Type } from 'typebox'
import { operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject } from '../../../../platform/contract/schema.ts'
import { dollars } from './fields.ts'

/** The calls of models that a cycle or a project made, and what they cost. */
export const usageFields = {
  calls: Type.Integer({ description: 'Calls of a model, including failed ones' }),
  unpricedCalls: Type.Integer({
    minimum: 0,
    description: 'Calls that were answered by a model whose price is not set: `costUsd` lacks them',
  }),
  estimatedCalls: Type.Integer({
    minimum: 0,
    description: 'Calls whose endpoint contradicts its own counts of tokens: the larger ones count',
  }),
  inputTokens: Type.Integer({ description: 'As the endpoint reports them' }),
  outputTokens: Type.Integer({ description: 'As the endpoint reports them' }),
  costUsd: dollars('By the prices that are set, without unpriced calls and calls that are under way'),
}

export const CycleUsage = namedObject('CycleUsage', {
  cycleId: Id,
  ...usageFields,
  reservedUsd: dollars('Held back for calls that are under way'),
  capUsd: maybe(dollars('What all runs of the cycle may cost')),
  tasks: Type.Array(namedObject('TaskUsage', { taskId: maybe(Id), runId: Id, ...usageFields })),
})

export const getCycleUsage = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/usage',
  summary: 'Read the model usage of a cycle and each of its tasks, in tokens and dollars',
  reach: 'call',
  access: toAgencyWho('manage', 'cycle', 'params.id'),
  replies: { 200: CycleUsage },
  audit: { refusals: 'cycle.read_usage' },
  reads: { cycle: 'cycleId', task: 'cycleId' },
})
