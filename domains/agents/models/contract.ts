import { Type } from 'typebox'
import { contract, operation, to, toAgencyWho } from '../../../platform/contract/index.ts'
import {
  DeletedAck,
  described,
  exampleText,
  Id,
  lineText,
  maybe,
  namedObject,
  oneOf,
  pagesOf,
  Time,
} from '../../../platform/contract/schema.ts'
import { agentRoles, harnessNames } from '../agents/contract.ts'
import {
  countAiMessageTokens,
  createAiChatCompletion,
  createAiEmbedding,
  createAiMessage,
  createAiResponse,
  listAiMessageModels,
  listAiModels,
} from './contract/calls.ts'
import { getModelCallPolicy, updateModelCallPolicy } from './contract/call-policy.ts'
import {
  createModelEndpoint,
  deleteModelEndpoint,
  getModelEndpoint,
  ListedModel,
  listModelEndpoints,
  testModelEndpoint,
  updateModelEndpoint,
} from './contract/endpoints.ts'
import { addFoundModel, listFoundModels } from './contract/found.ts'
import { harnessChoosers } from './rules.ts'

export * from './contract/call-policy.ts'
export * from './contract/calls.ts'
export * from './contract/endpoints.ts'
export * from './contract/found.ts'

const HarnessName = oneOf(harnessNames, { description: 'The program that drives the model.' })

export const ModelPreference = namedObject('ModelPreference', {
  role: oneOf(agentRoles, { description: 'The role that works with the model.' }),
  modelIdentifier: exampleText('The model, as its endpoint calls it.', 'gpt-5'),
  maxTokens: maybe(Type.Integer({ description: 'The longest answer; null for the limit of the instance.' })),
  temperature: maybe(Type.Number({ description: 'How varied answers are; null for the default of the model.' })),
  inEffect: Type.Boolean({ description: 'Whether runs work with it: the model is available.' }),
  reason: maybe(
    exampleText(
      'Why it has no effect; else null.',
      'The model cannot be used: its price is not known, so that no cap would hold.',
    ),
  ),
  updatedAt: Time,
})
const UpsertModelPreference = namedObject('UpsertModelPreference', {
  modelIdentifier: lineText(200, {
    examples: ['offline'],
    description: 'The model, as its endpoint calls it; `acme/gpt-5` for one of the endpoint acme of the workspace.',
  }),
  maxTokens: Type.Optional(
    maybe(Type.Integer({ minimum: 16, maximum: 10_000_000, description: 'The longest answer.' })),
  ),
  temperature: Type.Optional(maybe(Type.Number({ minimum: 0, maximum: 2, description: 'How varied answers are.' }))),
})

const HarnessPreference = namedObject('HarnessPreference', {
  harness: HarnessName,
  projectId: maybe(Type.String({ ...Id, description: 'The project; null for the whole workspace.' })),
  updatedAt: Time,
})
const UpsertHarnessPreference = namedObject('UpsertHarnessPreference', { harness: HarnessName })
export const ResolvedHarness = namedObject('ResolvedHarness', {
  harness: HarnessName,
  chosenBy: oneOf(harnessChoosers, { description: 'Which setting chose it.' }),
  installed: Type.Boolean({ description: 'Whether this instance can run it.' }),
  reason: maybe(exampleText('Why it cannot run; else null.', 'The harness runtime-2 is not installed.')),
  skippedAgents: Type.Array(
    namedObject('SkippedAgent', {
      id: Id,
      name: exampleText('The name of the agent.', 'Careful coder'),
      runtimeKind: HarnessName,
    }),
    { description: 'Active agents that carry out no tasks here because they are for another harness, at most 20.' },
  ),
})

const price = (what: string) =>
  maybe(
    Type.Number({ description: `US dollars for a million tokens of ${what}; of the router the lowest that it asks.` }),
  )
export const ModelMaker = namedObject('ModelMaker', {
  name: exampleText('The name that an endpoint of it may have.', 'openai'),
  title: exampleText('The display name.', 'OpenAI'),
  baseUrl: exampleText('Its address, as far as the version.', 'https://api.openai.com/v1'),
  models: Type.Array(ListedModel, {
    description: 'Its models for agents whose prices this server knows; empty for a router.',
  }),
})
export const ModelCatalog = namedObject('ModelCatalog', {
  source: maybe(exampleText('The router that was asked.', 'https://openrouter.ai/api/v1/models')),
  fetchedAt: maybe(described(Time, 'When it answered; null if it never did.')),
  ageSeconds: maybe(Type.Integer({ description: 'How old the answer is.' })),
  isStale: Type.Boolean({ description: 'Whether it is older than six hours, because the router does not answer.' }),
  isWhole: Type.Boolean({ description: 'Whether these are all models of the router that agents can work with.' }),
  failure: maybe(
    exampleText('Why the last attempt failed; null if it did not.', 'openrouter.ai does not answer at the moment.'),
  ),
  makers: Type.Array(ModelMaker, { description: 'Public makers and routers that an endpoint may be made for.' }),
  models: Type.Array(
    namedObject('CatalogModel', {
      id: exampleText('The model, as a role or an agent names it.', 'openai/gpt-5'),
      endpoint: maybe(
        Type.String({
          examples: ['acme'],
          description: "The workspace's endpoint that has it; null for the router's.",
        }),
      ),
      pricedOn: maybe(
        Type.String({
          examples: ['2026-11-21'],
          description: "When its prices were looked up; null for the router's.",
        }),
      ),
      name: exampleText('The display name.', 'GPT-5'),
      contextTokens: Type.Integer({ description: 'Tokens of input and output together that it takes.' }),
      maxOutputTokens: maybe(
        Type.Integer({ description: 'The longest answer; null if the router does not report it.' }),
      ),
      inputUsdPerMillion: price('input'),
      outputUsdPerMillion: price('output'),
      canBeChosen: Type.Boolean({ description: 'Whether this instance lets a role work with it.' }),
    }),
    { description: "The models of the workspace's endpoints, then chat models of the router that take tools." },
  ),
})

const noPreference = {
  status: 404,
  code: 'no_preference',
  message: 'There is no preference at this level: the level above decides.',
} as const

export const listModelPreferences = operation({
  method: 'GET',
  path: '/v1/api/model-config',
  summary: 'List the roles that have a model of their own',
  reach: 'call',
  access: to('agency'),
  replies: { 200: Type.Array(ModelPreference) },
  audit: { refusals: 'model_preference.list' },
  reads: { model_preference: 'all', model_endpoint: 'all' },
})

export const getModelPreference = operation({
  method: 'GET',
  path: '/v1/api/model-config/{role}',
  summary: 'Read the model of a role',
  reach: 'call',
  access: to('agency'),
  replies: { 200: ModelPreference },
  errors: { noPreference },
  audit: { refusals: 'model_preference.get' },
})

export const setModelPreference = operation({
  method: 'PUT',
  path: '/v1/api/model-config/{role}',
  summary:
    'Set the model of a role: one of the instance’s, or one of the workspace’s endpoints. Omitted fields are cleared',
  reach: 'call',
  access: to('agency'),
  body: UpsertModelPreference,
  replies: { 200: ModelPreference },
  audit: { action: 'model_preference.set', category: 'update', event: 'model_preference.set' },
})

export const clearModelPreference = operation({
  method: 'DELETE',
  path: '/v1/api/model-config/{role}',
  summary: 'Reset the model of a role to the instance’s',
  reach: { page: '/models' },
  access: to('agency'),
  replies: { 200: DeletedAck },
  audit: { action: 'model_preference.clear', category: 'delete', event: 'model_preference.cleared' },
})

export const listModelCatalog = operation({
  method: 'GET',
  path: '/v1/api/model-config/catalog',
  summary: 'List the models of the workspace’s endpoints and of the configured router that agents can use',
  reach: 'call',
  access: to('agency'),
  effect: 'outside',
  replies: { 200: ModelCatalog },
  audit: { refusals: 'model_catalog.list' },
  reads: { model_endpoint: 'all' },
})

export const listHarnessPreferences = operation({
  method: 'GET',
  path: '/v1/api/model-config/harness',
  summary: 'List the harness preferences: the workspace’s first, then the projects’',
  reach: 'call',
  access: to('agency'),
  ...pagesOf(HarnessPreference),
  audit: { refusals: 'harness.list' },
})

export const setOrganizationHarness = operation({
  method: 'PUT',
  path: '/v1/api/model-config/harness',
  summary: 'Set the harness of the workspace',
  reach: { page: '/settings/workspace' },
  access: to('administrator'),
  body: UpsertHarnessPreference,
  replies: { 200: HarnessPreference },
  audit: { action: 'harness.set', category: 'update', event: 'harness.set' },
})

export const clearOrganizationHarness = operation({
  method: 'DELETE',
  path: '/v1/api/model-config/harness',
  summary: 'Reset the harness of the workspace to the instance’s',
  reach: { page: '/settings/workspace' },
  access: to('administrator'),
  replies: { 200: DeletedAck },
  errors: { noPreference },
  audit: { action: 'harness.clear', category: 'delete', event: 'harness.cleared' },
})

export const getResolvedOrganizationHarness = operation({
  method: 'GET',
  path: '/v1/api/model-config/harness/resolved',
  summary: 'Read the effective harness of the workspace, and whether it is installed',
  reach: 'call',
  access: to('agency'),
  replies: { 200: ResolvedHarness },
  audit: { refusals: 'harness.get' },
})

export const setProjectHarness = operation({
  method: 'PUT',
  path: '/v1/api/model-config/harness/{projectId}',
  summary: 'Set the harness of a project',
  reach: { page: '/projects/{projectId}/settings' },
  access: toAgencyWho('manage', 'project', 'params.projectId'),
  body: UpsertHarnessPreference,
  replies: { 200: HarnessPreference },
  audit: { action: 'harness.set', category: 'update', event: 'harness.set' },
})

export const clearProjectHarness = operation({
  method: 'DELETE',
  path: '/v1/api/model-config/harness/{projectId}',
  summary: 'Reset the harness of a project to the workspace’s',
  reach: { page: '/projects/{projectId}/settings' },
  access: toAgencyWho('manage', 'project', 'params.projectId'),
  replies: { 200: DeletedAck },
  errors: { noPreference },
  audit: { action: 'harness.clear', category: 'delete', event: 'harness.cleared' },
})

export const getResolvedProjectHarness = operation({
  method: 'GET',
  path: '/v1/api/model-config/harness/{projectId}/resolved',
  summary: 'Read the effective harness of a project, the setting that chose it, and whether it is installed',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.projectId'),
  replies: { 200: ResolvedHarness },
  audit: { refusals: 'harness.get' },
  reads: { project: 'projectId', agent: 'all', harness: 'all' },
})

export const models = contract({
  listModelPreferences,
  getModelPreference,
  setModelPreference,
  clearModelPreference,
  listModelCatalog,
  listHarnessPreferences,
  setOrganizationHarness,
  clearOrganizationHarness,
  getResolvedOrganizationHarness,
  setProjectHarness,
  clearProjectHarness,
  getResolvedProjectHarness,
  listModelEndpoints,
  createModelEndpoint,
  getModelEndpoint,
  updateModelEndpoint,
  deleteModelEndpoint,
  testModelEndpoint,
  listFoundModels,
  addFoundModel,
  getModelCallPolicy,
  updateModelCallPolicy,
  listAiModels,
  createAiChatCompletion,
  createAiMessage,
  createAiResponse,
  createAiEmbedding,
  listAiMessageModels,
  countAiMessageTokens,
})
