import { oneRowStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import type { WorkspaceSecret } from '../../code/secrets/index.ts'
import type { ProviderId } from './catalogue.ts'
import type { Capability } from './rules.ts'
import { growthChain, growthProviderSetting, type ChainRow, type ProviderSettingRow } from './tables.ts'

const { columns } = growthProviderSetting

export const providerSettings = statement<NoValues, ProviderSettingRow>(
  'growth-provider.list',
  `select ${columns} from growth_provider_setting where workspace_id = :workspace order by provider`,
)

type ProviderChange = ChangedBy & { readonly provider: ProviderId }

const begin = statement<ProviderChange & { enabled: boolean }>(
  'growth-provider.begin',
  insertInto(
    growthProviderSetting,
    ['provider', 'enabled'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    'on conflict (workspace_id, provider) do nothing',
  ),
)
const lock = oneRowStatement<{ provider: ProviderId }, ProviderSettingRow>(
  'growth-provider.lock',
  `select ${columns} from growth_provider_setting
   where workspace_id = :workspace and provider = :provider for no key update`,
)
/** The settings of a provider, locked; `enabled` is the default. */
export const lockProvider = async (tx: Transaction, change: ProviderChange, enabled: boolean) => {
  await begin(tx, { ...change, enabled })
  return lock(tx, { provider: change.provider })
}

export const saveProvider = oneRowStatement<
  ProviderChange & { enabled: boolean; callPriceMicros: number | null },
  ProviderSettingRow
>(
  'growth-provider.save',
  `update growth_provider_setting set enabled = :enabled, call_price_micros = :callPriceMicros, updated_at = :now,
     updated_by = :userId
   where workspace_id = :workspace and provider = :provider returning ${columns}`,
)

export const saveProviderKey = oneRowStatement<ProviderChange & WorkspaceSecret, ProviderSettingRow>(
  'growth-provider.save-key',
  insertInto(
    growthProviderSetting,
    ['provider', 'keyVersion', 'ciphertext'],
    { workspaceId: ':workspace', enabled: 'true', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id, provider) do update set key_version = excluded.key_version,
       ciphertext = excluded.ciphertext, enabled = true, updated_at = excluded.updated_at, updated_by = excluded.updated_by
     returning ${columns}`,
  ),
)

/** Removes the key and disables the provider; undefined if it has no settings. */
export const removeProviderKey = rowStatement<ProviderChange, ProviderSettingRow>(
  'growth-provider.remove-key',
  `update growth_provider_setting set key_version = null, ciphertext = null, enabled = false, updated_at = :now,
     updated_by = :userId
   where workspace_id = :workspace and provider = :provider returning ${columns}`,
)

const chains = statement<NoValues, ChainRow>(
  'growth-chain.list',
  `select ${growthChain.columns} from growth_chain where workspace_id = :workspace`,
)
/** The orders that were set, by capability. */
export const chainOrders = async (tx: Transaction): Promise<ReadonlyMap<Capability, ChainRow>> =>
  new Map((await chains(tx)).map((row) => [row.capability, row]))

export const saveChainOrder = statement<ChangedBy & { capability: Capability; order: readonly string[] }>(
  'growth-chain.save',
  insertInto(
    growthChain,
    ['capability'],
    { workspaceId: ':workspace', providerOrder: ':order', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id, capability) do update set provider_order = excluded.provider_order,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
  ),
)

export const removeChainOrder = statement<{ capability: Capability }>(
  'growth-chain.remove',
  'delete from growth_chain where workspace_id = :workspace and capability = :capability',
)
