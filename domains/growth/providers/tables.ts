import type { LookupResult } from '../../../execution/data-providers/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Capability, LookupPayer, PassReason, PassStatus } from './rules.ts'

export const growthProviderSetting = table(
  'growth_provider_setting',
  {
    provider: 'text',
    enabled: 'bool',
    callPriceMicros: 'int8?',
    keyVersion: 'int4?',
    ciphertext: 'bytea?',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type ProviderSettingRow = RowOf<typeof growthProviderSetting>

export const growthChain = table(
  'growth_chain',
  { capability: 'text', providerOrder: 'text[]', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type ChainRow = RowOf<typeof growthChain, { capability: Capability }>

export const growthLookupPass = table(
  'growth_lookup_pass',
  {
    id: 'uuid',
    growthProjectId: 'uuid',
    growthPlayId: 'uuid?',
    status: 'text',
    reason: 'text?',
    leads: 'int4',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', runId: 'uuid?', startedBy: 'uuid?', leadsLeft: 'int4?' },
)
export type PassRow = RowOf<typeof growthLookupPass, { status: PassStatus; reason: PassReason | null }>

export const growthProviderCall = table(
  'growth_provider_call',
  {
    id: 'uuid',
    capability: 'text',
    provider: 'text',
    payer: 'text',
    month: 'text',
    status: 'text',
    heldMicros: 'int8',
    costMicros: 'int8?',
    sentAt: 'timestamptz',
  },
  {
    workspaceId: 'uuid',
    growthProjectId: 'uuid?',
    growthPlayId: 'uuid?',
    passId: 'uuid?',
    leadId: 'uuid?',
    isFound: 'bool?',
    failure: 'text?',
    expiresAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
)
export type CallRow = RowOf<
  typeof growthProviderCall,
  { capability: Capability; payer: LookupPayer; status: 'open' | 'finished' | 'failed' | 'abandoned' }
>

export const growthLookupCache = table(
  'growth_lookup_cache',
  { result: 'jsonb?', foundAt: 'timestamptz' },
  { workspaceId: 'uuid', capability: 'text', provider: 'text', requestHash: 'bytea', address: 'text?' },
)
export type CachedLookup = RowOf<typeof growthLookupCache, { result: LookupResult | null }>
