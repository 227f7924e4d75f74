import { Type } from 'typebox'
import { conflict, contract, operation, resourceWithoutClients, to } from '../../../platform/contract/index.ts'
import {
  anyObject,
  clamped,
  exampleText,
  Id,
  lineText,
  maybe,
  namedObject,
  oneOf,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { aiErrors } from '../assets/contract/refusals.ts'
import {
  batchForms,
  batchKinds,
  batchRoutes,
  batchStatuses,
  customIdPattern,
  itemsMost,
  itemStatuses,
  policyRoutes,
  waivers,
} from './rules.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    ai_batch: 'workspace'
  }
}

const customId = Type.String({
  pattern: customIdPattern,
  examples: ['row-1'],
  description: 'Names the item within its batch: letters, digits, `_`, `.`, `:` and `-`.',
})
const endpoint = oneOf(batchForms, { description: 'The form in which each item is written, and its result.' })
const kind = oneOf(batchKinds, { description: 'The purpose of the batch.' })
const model = lineText(150, {
  examples: ['auto'],
  description:
    'A name of the table of models; `auto` for the default model of the workspace, `pareto-code` for the cheapest one for code that can be called.',
})
const usd = (description: string) => Type.Number({ minimum: 0, description, examples: [0.42] })
const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [2] })

const AiBatchPolicy = namedObject(
  'AiBatchPolicy',
  {
    maxCostUsd: maybe(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        examples: [5],
        description: 'The most that the batch may cost in US dollars; null for only the limits of the budgets.',
      }),
    ),
    route: Type.Optional(
      oneOf(policyRoutes, {
        description:
          'Who carries the batch out: `provider` for the batches of its endpoint, which stores the items there, `queue` for calls of our own, `any` for the provider if it has batches.',
      }),
    ),
    waive: Type.Optional(
      Type.Array(oneOf(waivers, { description: 'A check.' }), {
        maxItems: waivers.length,
        uniqueItems: true,
        description:
          'Checks to waive. `price` lets a model without a known price pass where nothing has a cap. `budget` is never waived.',
      }),
    ),
  },
  { description: 'The cost limit of the batch, its provider, and the checks that it waives.' },
)

export const SubmitBatch = namedObject('SubmitBatch', {
  endpoint,
  idempotencyKey: text(1, 200, {
    examples: ['backfill-2026-11-25'],
    description: 'Names the batch within the workspace: the same key with the same body returns the first batch.',
  }),
  items: Type.Array(
    namedObject('AiBatchItemRequest', {
      customId,
      body: anyObject({
        description: 'The request as the endpoint’s form has it, without `model` and `stream`.',
        examples: [{ messages: [{ role: 'user', content: 'Hello' }] }],
      }),
    }),
    { minItems: 1, maxItems: itemsMost, description: `The requests, at most ${itemsMost}.` },
  ),
  kind,
  model,
  policy: AiBatchPolicy,
  projectId: Type.Optional(
    text(1, 100, {
      description: 'The project whose budget pays, and with which the batch is cancelled.',
      examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
    }),
  ),
})

const counts = Type.Object(
  {
    total: count('All items.'),
    succeeded: count('Items with a result.'),
    failed: count('Items that failed.'),
    cancelled: count('Items that were cancelled.'),
  },
  { description: 'How many items are done.' },
)
const fields = {
  id: Id,
  projectId: maybe(Type.String({ ...Id, description: 'The project whose budget pays; null for none.' })),
  endpoint,
  kind,
  model,
  calledModel: exampleText('The model that is called, as the list of models has it.', 'acme/gpt-5'),
  route: oneOf(batchRoutes, { description: 'Who carries it out: the batches of the provider, or our own queue.' }),
  status: oneOf(batchStatuses, {
    description:
      '`queued` waits, `submitted` is held by the provider, `working` is called by our own queue. `ended`, `failed` and `cancelled` are final.',
  }),
  policy: AiBatchPolicy,
  items: counts,
  reservedUsd: usd('The most that it can cost, which is held back until it ends.'),
  costUsd: maybe(usd('The cost; null until it ended.')),
  failure: maybe(Type.String({ examples: [null], description: 'Why it failed, for programs; null if it did not.' })),
  polledAt: maybe(Time),
  createdAt: Time,
  endedAt: maybe(Time),
}

export const AiBatch = namedObject('AiBatch', fields)
export const AiBatchAccepted = namedObject('AiBatchAccepted', {
  ...fields,
  replayed: Type.Boolean({ description: 'Whether this is the batch of an earlier request with the same key.' }),
})
export const AiBatchItem = namedObject('AiBatchItem', {
  customId,
  status: oneOf(itemStatuses, { description: 'Its state.' }),
  resultUrl: maybe(
    exampleText(
      'The path of the result as JSON; null without a result.',
      'https://atelier.example.com/v1/api/ai/assets/019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11?download=1',
    ),
  ),
  failure: maybe(Type.String({ examples: [null], description: 'Why it failed, for programs; null if it did not.' })),
  inputTokens: maybe(count('Input tokens; null if they are not known.')),
  outputTokens: maybe(count('Output tokens; null if they are not known.')),
  costUsd: usd('The cost.'),
})
export const AiBatchRead = namedObject('AiBatchRead', {
  batch: AiBatch,
  items: Type.Array(AiBatchItem, { description: 'A page of items in the order of `customId`, without their results.' }),
  nextCursor: maybe(exampleText('What `after` of the next page is; null on the last page.', 'row-1')),
})
export const AiBatchPoll = namedObject('AiBatchPoll', {
  polled: Type.Boolean({
    description: 'Whether the provider was asked. A batch that ended, or that no provider holds, is not polled.',
  }),
  batch: AiBatch,
})
const AiBatchEstimate = namedObject('AiBatchEstimate', {
  items: count('Items of the batch.'),
  inputTokensMost: count('The most tokens that may be read.'),
  outputTokensMost: count('The most tokens that may be written.'),
  costUsdMost: maybe(usd('The highest possible cost; null if the price is not known.')),
  pricedOn: maybe(exampleText('When the prices were looked up; null if that is not known.', '2026-11-21')),
  calledModel: exampleText('The model that would be called.', 'acme/gpt-5'),
})

const aiRefused = {
  ...aiErrors.refused,
  details: Type.Object({
    ...aiErrors.refused.details.properties,
    customId: Type.Optional(exampleText('The refused item; null if the refusal is about no item.', 'row-1')),
  }),
} as const

const bodyLimit = 16 * 2 ** 20
const access = to('agency', resourceWithoutClients('ai_batch', 'params.id'))

export const submitAiBatch = operation({
  method: 'POST',
  path: '/v1/api/ai/batches',
  summary: 'Submit many model requests as one batch. A repeated key returns the first batch',
  reach: 'call',
  access: to('administrator'),
  body: SubmitBatch,
  bodyLimit,
  replay: false,
  effect: 'outside',
  replies: { 202: AiBatchAccepted },
  errors: {
    noProject: aiErrors.noProject,
    refused: aiRefused,
    upstream: aiErrors.upstream,
    disabled: aiErrors.disabled,
    keyReused: conflict({
      code: 'ai_batch_key_reused',
      message: 'This key belongs to a batch with another body. Use a new key for a new batch.',
    }),
  },
  audit: { action: 'ai_batch.submit', category: 'create', event: 'ai_batch.submitted' },
})

export const estimateAiBatch = operation({
  method: 'POST',
  path: '/v1/api/ai/batches/estimate',
  summary: 'Estimate the most that a batch can cost. Stores and sends nothing',
  reach: 'call',
  access: to('administrator'),
  body: SubmitBatch,
  bodyLimit,
  replay: false,
  replies: { 200: AiBatchEstimate },
  errors: { noProject: aiErrors.noProject, refused: aiRefused, disabled: aiErrors.disabled },
  audit: { none: 'nothing changes', refusals: 'ai_batch.estimate' },
})

export const listAiBatches = operation({
  method: 'GET',
  path: '/v1/api/ai/batches',
  summary: 'List batches, newest first',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({ limit: clamped(1, 200, 50), cursor: Type.Optional(Type.String({ maxLength: 200 })) }),
  replies: { 200: Type.Array(AiBatch) },
  audit: { refusals: 'ai_batch.list' },
  reads: { ai_batch: 'all' },
})

export const getAiBatch = operation({
  method: 'GET',
  path: '/v1/api/ai/batches/{id}',
  summary: 'Read a batch with a page of its items, and where their results are',
  reach: 'call',
  access,
  query: Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many items; 200 without it.', examples: [200] }),
    ),
    after: Type.Optional(text(1, 64, { description: 'The `nextCursor` of the page before.', examples: ['row-1'] })),
  }),
  replies: { 200: AiBatchRead },
  audit: { refusals: 'ai_batch.get' },
  reads: { ai_batch: 'all' },
})

export const pollAiBatch = operation({
  method: 'POST',
  path: '/v1/api/ai/batches/{id}/poll',
  summary: 'Ask the provider about a batch now',
  reach: 'call',
  access,
  effect: 'outside',
  replies: { 200: AiBatchPoll },
  errors: { upstream: aiErrors.upstream, disabled: aiErrors.disabled },
  audit: { action: 'ai_batch.poll', category: 'execute', event: 'ai_batch.polled' },
})

export const batches = contract({ submitAiBatch, estimateAiBatch, listAiBatches, getAiBatch, pollAiBatch })
