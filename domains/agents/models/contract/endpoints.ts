import { Type } from 'typebox'
import { conflict, operation, to } from '../../../../platform/contract/index.ts'
import {
  DeletedAck,
  exampleText,
  Id,
  lineText,
  maybe,
  namedObject,
  oneOf,
  text,
  Time,
} from '../../../../platform/contract/schema.ts'
import { noVault } from '../../../code/secrets/contract/refusals.ts'
import { endpointShapes, mostModels } from '../rules/endpoints.ts'

const usd = (of: string, example: number) =>
  Type.Number({
    minimum: 0,
    maximum: 100_000,
    examples: [example],
    description: `US dollars for a million tokens of ${of}; 0 means free.`,
  })
const prices = { inputUsdPerMillion: usd('input', 1.25), outputUsdPerMillion: usd('output', 10) }
const cachePrices = {
  cacheReadUsdPerMillion: maybe(usd('input that the endpoint had in its cache', 0.125)),
  cacheWriteUsdPerMillion: maybe(usd('input that it puts into its cache', 1.25)),
}
const pricedOn = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  examples: ['2026-11-21'],
  description: 'The day on which the prices were looked up.',
})
const tokens = {
  contextTokens: maybe(
    Type.Integer({
      minimum: 1_024,
      maximum: 100_000_000,
      examples: [400_000],
      description: 'Tokens of input and output together that it takes; null as the instance assumes.',
    }),
  ),
  maxOutputTokens: maybe(
    Type.Integer({
      minimum: 16,
      maximum: 10_000_000,
      examples: [32_000],
      description: 'The longest answer; null as the instance assumes.',
    }),
  ),
}
// Behind the endpoint's name it still fits into the model name of a role.
const model = lineText(150, { examples: ['gpt-5'], description: 'The model, as the endpoint calls it.' })

export const ListedModel = namedObject('ListedModel', {
  model,
  ...prices,
  cacheReadUsdPerMillion: Type.Optional(cachePrices.cacheReadUsdPerMillion),
  cacheWriteUsdPerMillion: Type.Optional(cachePrices.cacheWriteUsdPerMillion),
  pricedOn,
  contextTokens: Type.Optional(tokens.contextTokens),
  maxOutputTokens: Type.Optional(tokens.maxOutputTokens),
})
const models = Type.Array(ListedModel, {
  minItems: 1,
  maxItems: mostModels,
  description: 'The models to choose from, each with its price.',
})
const name = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  examples: ['acme'],
  description: 'The prefix of its models, as in `acme/gpt-5`. It cannot be changed.',
})
const baseUrl = text(1, 2_048, {
  examples: ['https://api.example.com/v1'],
  description: 'A public https address, as far as the version.',
})
const apiKey = Type.String({
  minLength: 1,
  maxLength: 10_000,
  pattern: '^[\\x21-\\x7e]+$',
  examples: ['sk-k3Zq0v'],
  description: 'Visible ASCII characters without spaces: it is sent in a header.',
})

export const ModelEndpoint = namedObject('ModelEndpoint', {
  id: Id,
  name,
  shape: oneOf(endpointShapes, { description: 'How it is spoken to. It cannot be changed.' }),
  baseUrl,
  hasApiKey: Type.Boolean({ description: 'Whether a key is stored. It is shown nowhere.' }),
  apiKeyEnding: maybe(exampleText('The last four characters of its key; null for a short key.', 'Zq0v')),
  models: Type.Array(
    namedObject('EndpointModel', {
      identifier: exampleText('How a role or an agent names it.', 'acme/gpt-5'),
      model,
      ...prices,
      ...cachePrices,
      pricedOn,
      ...tokens,
    }),
    { description: 'The models to choose from, each with its price.' },
  ),
  createdAt: Time,
  updatedAt: Time,
})

const CreateModelEndpoint = namedObject('CreateModelEndpoint', {
  name,
  baseUrl,
  shape: Type.Optional(
    oneOf(endpointShapes, { description: 'The protocol of the endpoint; by default derived from its address.' }),
  ),
  apiKey: Type.Optional(apiKey),
  models,
})

const UpdateModelEndpoint = namedObject('UpdateModelEndpoint', {
  baseUrl: Type.Optional(baseUrl),
  apiKey: Type.Optional(maybe(apiKey)),
  models: Type.Optional(models),
})

const TestModelEndpoint = namedObject('TestModelEndpoint', { model: Type.Optional(model) })

const count = (description: string) => maybe(Type.Integer({ minimum: 0, description, examples: [6112] }))
export const ModelEndpointTest = namedObject('ModelEndpointTest', {
  identifier: exampleText('The model that was asked.', 'acme/gpt-5'),
  works: Type.Boolean({ description: 'Whether agents can work with it: it streams and calls tools.' }),
  streams: Type.Boolean({ description: 'Whether it streams its answers.' }),
  callsTools: Type.Boolean({ description: 'Whether it called the tool that it was given.' }),
  inputTokens: count('Tokens that it read of the question; null where usage is not reported.'),
  outputTokens: count('Tokens that it wrote; null where usage is not reported.'),
  cacheReadTokens: count('Tokens that came from its cache when asked again; null if that is not reported.'),
  readsWhole: maybe(Type.Boolean({ description: 'Whether it read the whole question; null when unknown.' })),
  costUsd: maybe(
    Type.Number({ minimum: 0, examples: [0.017], description: 'Cost of both requests; null when unknown.' }),
  ),
  refusal: maybe(
    exampleText(
      'Its answer to the whole question if only a plainer one was answered; else null.',
      'The model endpoint acme (api.example.com) refused the request (400).',
    ),
  ),
})

const access = to('administrator')
const inUse = conflict({
  code: 'model_endpoint_in_use',
  message: 'A role, an agent or a fallback uses a model of this endpoint. Give them another model first.',
  details: Type.Object({
    usedBy: Type.Array(Type.String(), {
      examples: [['the role coder', 'the agent Careful']],
      description: 'The roles, the active agents and the fallbacks of calls that name such a model.',
    }),
  }),
})

export const endpointErrors = {
  nameTaken: conflict({
    code: 'model_endpoint_name_taken',
    message: 'Another endpoint of this workspace has this name. Choose another name.',
  }),
  full: conflict({
    code: 'model_endpoints_full',
    message: 'A workspace has at most 20 model endpoints. Delete one first.',
  }),
}

export const listModelEndpoints = operation({
  method: 'GET',
  path: '/v1/api/model-config/endpoints',
  summary: 'List the model endpoints of the workspace, by name',
  reach: 'call',
  access,
  replies: { 200: Type.Array(ModelEndpoint) },
  audit: { refusals: 'model_endpoint.list' },
  reads: { model_preference: 'all', model_endpoint: 'all' },
})

export const createModelEndpoint = operation({
  method: 'POST',
  path: '/v1/api/model-config/endpoints',
  summary: 'Add a model endpoint. Its models are then available to roles and agents of the workspace',
  reach: { page: '/models' },
  access,
  body: CreateModelEndpoint,
  replies: { 201: ModelEndpoint },
  errors: { noVault, ...endpointErrors },
  audit: { action: 'model_endpoint.create', category: 'create', severity: 'notice', event: 'model_endpoint.created' },
})

export const getModelEndpoint = operation({
  method: 'GET',
  path: '/v1/api/model-config/endpoints/{id}',
  summary: 'Read a model endpoint',
  reach: 'call',
  access,
  replies: { 200: ModelEndpoint },
  audit: { refusals: 'model_endpoint.get' },
})

export const updateModelEndpoint = operation({
  method: 'PATCH',
  path: '/v1/api/model-config/endpoints/{id}',
  summary: 'Update a model endpoint. A new address needs the key again',
  reach: { page: '/models' },
  access,
  body: UpdateModelEndpoint,
  replies: { 200: ModelEndpoint },
  errors: { noVault, inUse },
  audit: { action: 'model_endpoint.update', category: 'update', severity: 'notice', event: 'model_endpoint.updated' },
})

export const deleteModelEndpoint = operation({
  method: 'DELETE',
  path: '/v1/api/model-config/endpoints/{id}',
  summary: 'Delete a model endpoint with its key. A running call finishes; the next one is refused',
  reach: { page: '/models' },
  access,
  replies: { 200: DeletedAck },
  errors: { inUse },
  audit: { action: 'model_endpoint.delete', category: 'delete', severity: 'notice', event: 'model_endpoint.deleted' },
})

export const testModelEndpoint = operation({
  method: 'POST',
  path: '/v1/api/model-config/endpoints/{id}/test',
  summary: 'Test a model of an endpoint with two identical requests; reports what works and the cost',
  reach: 'call',
  access,
  effect: 'outside',
  body: TestModelEndpoint,
  replies: { 200: ModelEndpointTest },
  errors: {
    noVault,
    refused: {
      status: 400,
      code: 'model_endpoint_refused',
      message: 'The endpoint did not answer the test request. The message has its answer.',
      details: Type.Object({
        error: Type.String({ description: 'The error of the endpoint, or why it was not reached.' }),
      }),
    },
  },
  audit: { action: 'model_endpoint.test', category: 'execute' },
})
