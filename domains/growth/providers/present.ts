import { pricedOn } from '../../../execution/data-providers/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { microsToUsd } from '../../code/projects/rules.ts'
import { chainOf, defaultChain } from './catalogue.ts'
import type { GrowthChain, GrowthLookup, GrowthProvider } from './contract.ts'
import type { ProviderState } from './ready-provider.ts'
import type { Capability } from './rules.ts'
import type { ProviderStats } from './store-calls.ts'
import type { PassProgress } from './store-passes.ts'
import type { PassRow } from './tables.ts'

/** A provider as people see it: whether a key is stored, and never the key. */
export const presentProvider = (state: ProviderState): Static<typeof GrowthProvider> => {
  const { facts, setting, enabled, hasApiKey, hasInstanceKey } = state
  const { id, label, isBuiltIn, capabilities, background, prices } = facts
  return {
    provider: id,
    label,
    isBuiltIn,
    enabled,
    hasApiKey,
    hasInstanceKey,
    capabilities: capabilities.map((capability) => ({
      capability,
      inBackground: background.includes(capability),
      priceUsd: microsToUsd(prices[capability]?.micros ?? 0),
      billed: prices[capability]?.billed ?? 'asked',
    })),
    callPriceUsd: setting?.callPriceMicros == null ? null : microsToUsd(setting.callPriceMicros),
    pricedOn: isBuiltIn ? null : pricedOn,
    updatedAt: setting?.updatedAt ?? null,
  }
}

const nothing = { asked: 0, found: 0, failed: 0, costMicros: 0 }

/** A chain with every provider that it asks, and how each did. */
export const presentChain = (
  capability: Capability,
  order: readonly string[] | null,
  states: readonly ProviderState[],
  stats: readonly ProviderStats[],
): Static<typeof GrowthChain> => ({
  capability,
  ...presentOrder(capability, order),
  available: defaultChain(capability).map(({ id }) => id),
  providers: chainOf(capability, order).map(({ id }) => {
    const { asked, found, failed, costMicros } =
      stats.find((one) => one.capability === capability && one.provider === id) ?? nothing
    const isReady = states.some(({ facts, isReady: ready }) => facts.id === id && ready)
    return { provider: id, isReady, asked, found, failed, costUsd: microsToUsd(costMicros) }
  }),
})

export const presentOrder = (capability: Capability, order: readonly string[] | null) => ({
  order: chainOf(capability, order).map(({ id }) => id),
  isDefault: order === null,
})

export const presentPass = (
  { id, status, reason, leads, createdAt, endedAt }: PassRow,
  { waiting, asked, found, costMicros }: PassProgress,
): Static<typeof GrowthLookup> => ({
  id,
  status,
  reason,
  leads,
  waiting,
  lookups: asked,
  found,
  costUsd: microsToUsd(costMicros),
  createdAt,
  endedAt,
})
