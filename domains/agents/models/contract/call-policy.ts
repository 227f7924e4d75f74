import { Type } from 'typebox'
import { operation, to } from '../../../../platform/contract/index.ts'
import { described, lineText, maybe, namedObject, Time } from '../../../../platform/contract/schema.ts'
import { callSecondsMost, mostFallbacks, mostNext } from '../rules/call-policy.ts'

const identifier = (description: string, example: string) => lineText(200, { examples: [example], description })

const fields = {
  attempts: Type.Integer({
    minimum: 1,
    maximum: 5,
    examples: [3],
    description: 'How often one model is asked while it refuses for a reason that passes.',
  }),
  beginSeconds: maybe(
    Type.Integer({
      minimum: 1,
      maximum: callSecondsMost,
      examples: [20],
      description:
        'How long one model may take until its answer begins, or until it is whole if it is not streamed; null for the instance’s limit.',
    }),
  ),
  callSeconds: maybe(
    Type.Integer({
      minimum: 1,
      maximum: callSecondsMost,
      examples: [600],
      description:
        'The longest that a call may take, with all its attempts and fallbacks; at most the limit of the instance, which is also the default.',
    }),
  ),
  fallbacks: Type.Array(
    namedObject('ModelFallback', {
      model: identifier('The model that was asked for.', 'acme/gpt-5'),
      next: Type.Array(identifier('A listed model.', 'other/large'), {
        minItems: 1,
        maxItems: mostNext,
        description: 'Which are asked in its place, one after the other, until one answers.',
      }),
    }),
    { maxItems: mostFallbacks, description: 'The models to ask if a model does not answer.' },
  ),
}

const UpdateModelCallPolicy = namedObject('UpdateModelCallPolicy', fields)
export const ModelCallPolicy = namedObject('ModelCallPolicy', {
  ...fields,
  updatedAt: maybe(described(Time, 'When it was set; null if it never was.')),
})

export const getModelCallPolicy = operation({
  method: 'GET',
  path: '/v1/api/model-config/call-policy',
  summary: 'Read the retry and fallback policy of model calls over the API',
  reach: 'call',
  access: to('agency'),
  replies: { 200: ModelCallPolicy },
  audit: { refusals: 'model_call_policy.get' },
})

export const updateModelCallPolicy = operation({
  method: 'PUT',
  path: '/v1/api/model-config/call-policy',
  summary: 'Save the retry and fallback policy of model calls over the API',
  reach: 'call',
  access: to('administrator'),
  body: UpdateModelCallPolicy,
  replies: { 200: ModelCallPolicy },
  audit: {
    action: 'model_call_policy.update',
    category: 'update',
    severity: 'notice',
    event: 'model_call_policy.updated',
  },
})
