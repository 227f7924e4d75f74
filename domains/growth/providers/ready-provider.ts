import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { LookupTerms } from '../settings/index.ts'
import { chainOf, type ApiProvider, type ProviderFacts, type GrowthTerms } from './catalogue.ts'
import type { Capability, LookupPayer } from './rules.ts'
import { chainOrders, providerSettings } from './store-settings.ts'
import type { ProviderSettingRow } from './tables.ts'
import { sealedCredentials } from '../../code/secrets/index.ts'

/** The state of a provider in a workspace. */
export interface ProviderState {
  readonly facts: ProviderFacts
  readonly setting: ProviderSettingRow | undefined
  readonly hasApiKey: boolean
  readonly hasInstanceKey: boolean
  readonly enabled: boolean
  /** True if a look-up can be sent now; false for a provider that is disabled or has no key. */
  readonly isReady: boolean
}

/** The state of a provider: without settings, built-in ones and those with a key of the instance are enabled. */
export const stateOf = (
  facts: ProviderFacts,
  settings: readonly ProviderSettingRow[],
  { keys }: Pick<GrowthTerms, 'keys'>,
): ProviderState => {
  const setting = settings.find(({ provider }) => provider === facts.id)
  const hasApiKey = setting?.ciphertext != null
  const hasInstanceKey = !facts.isBuiltIn && keys[facts.id as ApiProvider] !== undefined
  const canAsk = facts.isBuiltIn || hasApiKey || hasInstanceKey
  const enabled = setting?.enabled ?? canAsk
  return { facts, setting, hasApiKey, hasInstanceKey, enabled, isReady: enabled && canAsk }
}

/** A provider that can be asked: with its key, and the highest price of a look-up. */
export interface ReadyProvider {
  readonly facts: ProviderFacts
  readonly apiKey: string | undefined
  readonly payer: LookupPayer
  readonly priceMicros: number
}

/** The providers of a chain that can be asked now, in their order. Throws VaultUnavailable if a key cannot be opened. */
export const readyChain = async (
  tx: Transaction,
  vault: Vault,
  terms: GrowthTerms,
  capability: Capability,
): Promise<readonly ReadyProvider[]> => {
  const [settings, orders] = await Promise.all([providerSettings(tx), chainOrders(tx)])
  const chain = chainOf(capability, orders.get(capability)?.providerOrder ?? null)
  const ready: ReadyProvider[] = []
  for (const facts of chain) {
    const state = stateOf(facts, settings, terms)
    if (state.isReady) ready.push(await readyOf(tx, vault, terms, state, capability))
  }
  return ready
}

/** Opens the key of a provider that can be asked: the workspace's own before that of the instance. */
export const readyOf = async (
  tx: Transaction,
  vault: Vault,
  { keys }: GrowthTerms,
  { facts, setting }: ProviderState,
  capability: Capability,
): Promise<ReadyProvider> => {
  const listed = facts.prices[capability]?.micros ?? 0
  if (facts.isBuiltIn) return { facts, apiKey: undefined, payer: 'none', priceMicros: 0 }
  const { keyVersion, ciphertext, callPriceMicros } = setting ?? {}
  if (keyVersion == null || ciphertext == null)
    return { facts, apiKey: keys[facts.id as ApiProvider], payer: 'instance', priceMicros: listed }
  const apiKey = await providerKey.open(tx, vault, facts.id, { keyVersion, ciphertext })
  return { facts, apiKey, payer: 'workspace', priceMicros: callPriceMicros ?? listed }
}

/** The spending limit of a workspace with the keys of the instance. */
export const termsOf = (workspace: string, { plans, freeMicros }: GrowthTerms): LookupTerms => {
  const plan = plans.get(workspace)
  return plan === undefined ? { kind: 'free_credit', limitMicros: freeMicros } : { kind: 'plan_cap', limitMicros: plan }
}

/** The keys of a workspace, under the provider. */
export const providerKey = sealedCredentials('growth-provider')
