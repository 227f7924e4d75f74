import { Type } from 'typebox'
import { bytes, conflict, operation, to } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, paging, text, Time } from '../../../../platform/contract/schema.ts'
import { callOutcomes } from '../rules.ts'
import { dollars } from './fields.ts'

const month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$', examples: ['2026-03'] })
const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] })
const tokens = (description: string) => Type.Integer({ minimum: 0, description, examples: [5_632] })

const personId = maybe(
  Type.Unsafe<string>({
    ...Id,
    description: 'Who called, or who proposed the cycle that was worked on; null for the work of other runs.',
  }),
)
const projectId = maybe(Type.Unsafe<string>({ ...Id, description: 'The project; null for none.' }))
const model = Type.String({ description: 'The model that was asked.', examples: ['gpt-5'] })

const used = {
  calls: count('Calls that were sent.'),
  refusedCalls: count('Calls that a cap refused: they were not sent and cost nothing.'),
  unpricedCalls: count('Calls that were answered by a model without a known price: `costUsd` lacks them.'),
  estimatedCalls: count('Calls whose endpoint contradicts its own counts of tokens: the larger ones count.'),
  inputTokens: tokens('As the endpoint reports them.'),
  outputTokens: tokens('As the endpoint reports them.'),
  costUsd: dollars('By the prices that are set, without calls that are under way.'),
}

export const ModelUsage = namedObject('ModelUsage', {
  from: { ...month, description: 'The first month.' },
  to: { ...month, description: 'The last month.' },
  timeZone: Type.String({
    description: 'That of the workspace, in which months and days begin.',
    examples: ['Europe/Berlin'],
  }),
  rows: Type.Array(
    namedObject('UsageRow', {
      day: maybe(Type.String({ description: 'The day; null without `by=day`.', examples: ['2026-03-04'] })),
      personId,
      personName: maybe(Type.String({ description: 'Their name; null for one who left.', examples: ['Mira'] })),
      projectId,
      projectName: maybe(Type.String({ description: 'The name of the project.', examples: ['Shop'] })),
      model,
      ...used,
    }),
    {
      description:
        'A row for each person, project and model, the most expensive first; with `by=day` for each day and model, the oldest day first.',
    },
  ),
})

export const ModelCallRecord = namedObject('ModelCallRecord', {
  id: Id,
  sentAt: Type.Unsafe<Date>({ ...Time, description: 'When it was sent or refused.' }),
  personId,
  personName: maybe(Type.String({ description: 'Their name; null for one who left.', examples: ['Mira'] })),
  projectId,
  projectName: maybe(Type.String({ description: 'The name of the project.', examples: ['Shop'] })),
  cycleId: maybe(Type.Unsafe<string>({ ...Id, description: 'The cycle; null for none.' })),
  provider: Type.String({ description: 'Whose endpoint was asked.', examples: ['api.openai.com'] }),
  model,
  outcome: oneOf(callOutcomes, {
    description:
      '`finished` was answered, `failed` was not, `open` is under way, `abandoned` ended without an answer and counts in full, `refused` was not sent.',
  }),
  code: maybe(Type.String({ description: 'Why it failed or was refused.', examples: ['project_cap_reached'] })),
  message: maybe(
    Type.String({
      description: 'The value as a sentence, with the next step.',
      examples: ["Raise the project's cap (costCapUsd), then run the cycle again."],
    }),
  ),
  inputTokens: maybe(tokens('As the endpoint reports them; null if it did not.')),
  outputTokens: maybe(tokens('As the endpoint reports them; null if it did not.')),
  isEstimate: Type.Boolean({
    description: 'Whether the endpoint contradicts its own counts of tokens, so that the larger ones count.',
    examples: [false],
  }),
  costUsd: maybe(dollars('The cost; null without a known price, and while it is under way.')),
})

const months = {
  from: Type.Optional({ ...month, description: 'The first month; the month of `to` without it.' }),
  to: Type.Optional({
    ...month,
    description: 'The last month, in the time zone of the workspace; by default the current month.',
  }),
}
const filters = {
  ...months,
  personId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'Only calls of this person.' })),
  projectId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'Only calls for this project.' })),
  model: Type.Optional(text(1, 250, { description: 'Only calls of this model.', examples: ['gpt-5'] })),
  outcome: Type.Optional(oneOf(callOutcomes)),
}
const errors = {
  reversed: { status: 400, code: 'months_reversed', message: 'The first month is after the last month. Swap them.' },
} as const

export const getModelUsage = operation({
  method: 'GET',
  path: '/v1/api/budget/usage',
  summary: 'Read the models that people and projects used in some months, in calls, tokens and dollars',
  reach: 'call',
  access: to('agency'),
  heavy: true,
  query: Type.Object({
    ...months,
    by: Type.Optional(
      Type.Literal('day', { description: 'Sums by day and model in place of those by person, project and model.' }),
    ),
  }),
  replies: { 200: ModelUsage },
  errors: {
    ...errors,
    tooMany: conflict({
      code: 'usage_too_many_rows',
      message: 'The usage has more than 10,000 rows. Ask for fewer months.',
    }),
  },
  audit: { refusals: 'model_call.usage' },
  reads: { cycle: 'all', task: 'all', budget: 'all' },
})

export const listModelCalls = operation({
  method: 'GET',
  path: '/v1/api/budget/calls',
  summary: 'List model calls of some months with who made them, what each cost and why it was refused, newest first',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({ ...paging, ...filters }),
  replies: { 200: Type.Array(ModelCallRecord) },
  errors,
  audit: { refusals: 'model_call.list' },
  reads: { cycle: 'all', task: 'all', budget: 'all' },
})

export const exportModelCalls = operation({
  method: 'GET',
  path: '/v1/api/budget/calls/export',
  summary: 'Download the model calls of some months as CSV, newest first',
  reach: 'transfer',
  access: { ...to('agency'), scope: 'write' },
  heavy: true,
  effect: 'outside',
  replay: false,
  query: Type.Object(filters),
  replies: { 200: bytes('text/csv', { 'content-disposition': 'attachment; filename="model-calls.csv"' }) },
  errors,
  audit: { action: 'model_call.export', category: 'export', severity: 'notice' },
})

export const usageOperations = { getModelUsage, listModelCalls, exportModelCalls }
