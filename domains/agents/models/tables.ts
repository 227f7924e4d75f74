import { table, type RowOf } from '../../../platform/db/table.ts'
import type { AgentRole, HarnessName } from '../agents/index.ts'
import type { ModelFallback } from './rules/call-policy.ts'
import type { endpointShapes, StoredModel } from './rules/endpoints.ts'

export const modelPreference = table(
  'model_preference',
  { role: 'text', modelIdentifier: 'text', maxTokens: 'int4?', temperature: 'numeric?', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type ModelPreferenceRow = RowOf<typeof modelPreference, { role: AgentRole }>

export const modelEndpoint = table(
  'model_endpoint',
  {
    id: 'uuid',
    name: 'text',
    shape: 'text',
    baseUrl: 'text',
    keyVersion: 'int4?',
    ciphertext: 'bytea?',
    keyEnding: 'text?',
    models: 'jsonb',
    revision: 'int4',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', createdBy: 'uuid', updatedBy: 'uuid' },
)
export type EndpointRow = RowOf<
  typeof modelEndpoint,
  { shape: (typeof endpointShapes)[number]; models: readonly StoredModel[] }
>

export const modelCallPolicy = table(
  'model_call_policy',
  { attempts: 'int4', beginSeconds: 'int4?', callSeconds: 'int4?', fallbacks: 'jsonb', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type CallPolicyRow = RowOf<typeof modelCallPolicy, { fallbacks: readonly ModelFallback[] }>

export const harnessPreference = table(
  'harness_preference',
  { id: 'uuid', projectId: 'uuid?', harness: 'text', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type HarnessPreferenceRow = RowOf<typeof harnessPreference, { harness: HarnessName }>

export const modelCatalog = table('model_catalog', {
  source: 'text',
  models: 'jsonb?',
  isWhole: 'bool',
  fetchedAt: 'timestamptz?',
  triedAt: 'timestamptz',
  failure: 'text?',
})
