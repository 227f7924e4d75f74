import pLimit from 'p-limit'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { RootKeyMissing, VaultUnavailable } from '../../../platform/crypto/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { isAskable, pricedOn } from '../../../execution/data-providers/index.ts'
import { microsAfter, microsToUsd } from '../../code/projects/rules/caps.ts'
import { namedLeads, suppressedLeads } from '../leads/index.ts'
import { findGrowthProject, recordInProject } from '../research/index.ts'
import {
  providerNamed,
  type ProviderFacts,
  providers,
  type ProviderParts,
  type GrowthTerms,
  type LookupParts,
  chainOf,
  defaultChain,
} from './catalogue.ts'
import * as contract from './contract.ts'
import { inputOf } from './known-facts.ts'
import { lookUpLeads } from './look-up-leads.ts'
import {
  beginLookups,
  cachedOutcome,
  carryOut,
  inputFor,
  LookupCapReached,
  newLookup,
  type Lookup,
  type LookupOutcome,
} from './look-up.ts'
import { readyOf, stateOf, type ReadyProvider, type ProviderState, providerKey } from './ready-provider.ts'
import { capabilities, isCapability, type Capability } from './rules.ts'
import { statsSince, type ProviderStats } from './store-calls.ts'
import { passPage, type PassProgress } from './store-passes.ts'
import {
  providerSettings,
  chainOrders,
  removeProviderKey,
  saveProviderKey,
  removeChainOrder,
  saveChainOrder,
  lockProvider,
  saveProvider,
} from './store-settings.ts'
import type { PassRow } from './tables.ts'

const capability = 'find_email'
const scope = { growthProjectId: null, growthPlayId: null, passId: null, leadId: null }
const sampleByDefault = 10
// More leads than are looked up: some of them are on the do-not-contact list, or have no domain of a company.
const readMost = 200
const lookupsAtOnce = 5

const failureOf = { hard_cap: 'hardCap', plan_cap: 'planCap', free_credit: 'freeCredit', play_cap: 'hardCap' } as const

const compareGrowthProviders = (parts: ProviderParts) =>
  handle(contract.compareGrowthProviders, async ({ workspace, body, signal, read, commit, fail }) => {
    const { vault, database } = parts
    const named = body.providers.map((name) => providerNamed(name))
    const chosen = named.filter((one): one is ProviderFacts => one !== undefined && isComparable(one))
    if (chosen.length < named.length) return fail.notComparable()
    if (!vault.available) return fail.noVault()
    const prepared = await prepare(parts, read, chosen, body.sampleSize ?? sampleByDefault).catch((error: unknown) => {
      if (error instanceof VaultUnavailable || error instanceof RootKeyMissing) return fail.noVault()
      throw error
    })
    if (prepared === 'not_ready') return fail.notComparable()
    const within = <T>(work: (tx: Transaction) => Promise<T>) => database.within(workspace, work)
    const begun = await within((tx) => begin(tx, parts, prepared.lookups)).catch((error: unknown) => {
      if (error instanceof LookupCapReached) return fail[failureOf[error.cap]]()
      throw error
    })
    const limit = pLimit(lookupsAtOnce)
    const outcomes = new Map<string, LookupOutcome>(begun.cached)
    await Promise.all(
      begun.toAsk.map((lookup) =>
        limit(async () => outcomes.set(lookup.id, await carryOut(parts, within, lookup, signal))),
      ),
    )
    return commit(async ({ ok }) => {
      const compared = prepared.providers.map(({ facts: { id: provider } }) => {
        const own = prepared.lookups.filter((one) => one.provider.facts.id === provider)
        return { provider, ...countsOf(own, outcomes) }
      })
      const costUsd = microsToUsd(compared.reduce((sum, { costMicros }) => sum + costMicros, 0))
      const providers = compared.map(({ costMicros, ...counts }) => ({ ...counts, costUsd: microsToUsd(costMicros) }))
      const { sampleSize } = prepared
      return ok(
        { sampleSize, costUsd, providers },
        { resource: ['growth_provider', workspace], metadata: { providers: body.providers, sampleSize, costUsd } },
      )
    })
  })

const isComparable = ({ capabilities, background }: ProviderFacts) =>
  capabilities.includes(capability) && !background.includes(capability)

interface ComparedLookup extends Lookup {
  /** The address that the lead is listed with. */
  readonly listed: string | null
}

/** Chooses the leads and opens the keys; `not_ready` if a provider cannot be asked. */
const prepare = (
  { vault, growthTerms }: ProviderParts,
  read: InTransaction,
  compared: readonly ProviderFacts[],
  size: number,
) =>
  read(async (tx) => {
    const settings = await providerSettings(tx)
    const states = compared.map((facts) => stateOf(facts, settings, growthTerms))
    if (!states.every(({ isReady }) => isReady)) return 'not_ready' as const
    const providers: ReadyProvider[] = []
    for (const state of states) providers.push(await readyOf(tx, vault, growthTerms, state, capability))
    const leads = await namedLeads(tx, { limit: readMost })
    const suppressed = await suppressedLeads(tx, vault, leads)
    const sample = leads
      .filter((lead) => !suppressed.has(lead))
      .map((lead) => ({ listed: lead.address, input: inputFor(capability, inputOf(lead)) }))
      .filter(({ input }) => isAskable(capability, input))
      .slice(0, size)
    const lookups = providers.flatMap((provider) =>
      sample.map(({ listed, input }) => ({ ...newLookup({ scope, provider, capability, input }), listed })),
    )
    return { sampleSize: sample.length, providers, lookups }
  })

/** Earlier answers, and the look-ups that are sent: money for all of them is reserved, or for none. */
const begin = async (tx: Transaction, parts: ProviderParts, lookups: readonly ComparedLookup[]) => {
  const cached: [string, LookupOutcome][] = []
  const toAsk: ComparedLookup[] = []
  for (const lookup of lookups) {
    const outcome = await cachedOutcome(tx, lookup)
    if (outcome) cached.push([lookup.id, outcome])
    else toAsk.push(lookup)
  }
  await beginLookups(tx, parts, toAsk)
  return { cached, toAsk }
}

const windowMs = 7 * 86_400_000

const listGrowthChains = (terms: GrowthTerms) =>
  handle(contract.listGrowthChains, async ({ tx, now, ok }) => {
    const settings = await providerSettings(tx)
    const orders = await chainOrders(tx)
    const stats = await statsSince(tx, { since: new Date(now.getTime() - windowMs) })
    const states = providers.map((facts) => stateOf(facts, settings, terms))
    return ok(capabilities.map((one) => presentChain(one, orders.get(one)?.providerOrder ?? null, states, stats)))
  })

const listGrowthLookups = handle(contract.listGrowthLookups, async ({ tx, params, query, next, ok }) => {
  const page = await passPage(tx, params.projectId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map((row) => presentPass(row, row)))
})

const listGrowthProviders = (terms: GrowthTerms) =>
  handle(contract.listGrowthProviders, async ({ tx, ok }) => {
    const settings = await providerSettings(tx)
    return ok(providers.map((facts) => presentProvider(stateOf(facts, settings, terms))))
  })

const removeGrowthProviderKey = (terms: GrowthTerms) =>
  handle(contract.removeGrowthProviderKey, async ({ tx, workspace, params, caller, now, absent, ok }) => {
    const facts = providerNamed(params.provider)
    if (!facts || facts.isBuiltIn) return absent()
    const { id: provider } = facts
    const saved = await removeProviderKey(tx, { provider, now, userId: caller.userId })
    return ok(presentProvider(stateOf(facts, saved ? [saved] : [], terms)), {
      resource: ['growth_provider', workspace],
      metadata: { provider },
    })
  })

const saveGrowthProviderKey = ({ vault, growthTerms }: Pick<LookupParts, 'vault' | 'growthTerms'>) =>
  handle(contract.saveGrowthProviderKey, async ({ tx, workspace, params, body, caller, now, fail, absent, ok }) => {
    const facts = providerNamed(params.provider)
    // Built-in providers have no key.
    if (!facts || facts.isBuiltIn) return absent()
    if (!vault.available) return fail.noVault()
    const { id: provider } = facts
    const secret = await providerKey.seal(tx, vault, provider, body.apiKey)
    const saved = await saveProviderKey(tx, { provider, now, userId: caller.userId, ...secret })
    return ok(presentProvider(stateOf(facts, [saved], growthTerms)), {
      resource: ['growth_provider', workspace],
      metadata: { provider },
    })
  })

const startGrowthLookup = ({ engine, vault }: Pick<ProviderParts, 'engine' | 'vault'>) =>
  handle(
    contract.startGrowthLookup,
    async ({ tx, params: { projectId: growthProjectId }, caller, absent, fail, accepted }) => {
      const project = (await findGrowthProject(tx, { id: growthProjectId })) ?? absent()
      if (project.archivedAt !== null) return fail.archived()
      if (!vault.available) return fail.noVault()
      const startedBy = caller.userId
      const pass = (await lookUpLeads(tx, engine, { growthProjectId, growthPlayId: null, startedBy })) ?? fail.noLeads()
      const progress = { asked: 0, found: 0, costMicros: 0, waiting: pass.leads }
      return accepted(presentPass(pass, progress), {
        resource: ['growth_lookup', pass.id],
        parent: ['growth_project', growthProjectId],
        metadata: { leads: pass.leads },
        payload: { growthProjectId },
      })
    },
  )

const updateGrowthChain = handle(
  contract.updateGrowthChain,
  async ({ tx, workspace, params, body, caller, now, fail, absent, ok }) => {
    const { capability } = params
    if (!isCapability(capability)) return absent()
    const { order } = body
    if (order?.some((name) => !providerNamed(name)?.capabilities.includes(capability))) return fail.cannotServe()
    if (order === null) await removeChainOrder(tx, { capability })
    else await saveChainOrder(tx, { capability, order, now, userId: caller.userId })
    return ok(
      { capability, ...presentOrder(capability, order) },
      { resource: ['growth_chain', workspace], metadata: { capability, order } },
    )
  },
)

const updateGrowthProvider = (terms: GrowthTerms) =>
  handle(contract.updateGrowthProvider, async ({ tx, workspace, params, body, caller, now, fail, absent, ok }) => {
    const facts = providerNamed(params.provider) ?? absent()
    const before = stateOf(facts, await providerSettings(tx), terms)
    const { id: provider, isBuiltIn } = facts
    const change = { provider, now, userId: caller.userId }
    const locked = stateOf(facts, [await lockProvider(tx, change, before.enabled)], terms)
    const { hasApiKey, hasInstanceKey, setting } = locked
    if (body.enabled === true && !isBuiltIn && !hasApiKey && !hasInstanceKey) return fail.noKey()
    const { enabled = locked.enabled, callPriceUsd } = body
    const callPriceMicros = microsAfter(setting?.callPriceMicros ?? null, callPriceUsd)
    const saved = await saveProvider(tx, { ...change, enabled, callPriceMicros })
    return ok(presentProvider(stateOf(facts, [saved], terms)), {
      resource: ['growth_provider', workspace],
      metadata: { provider, ...body },
    })
  })

export default (parts: ProviderParts) => ({
  listGrowthProviders: listGrowthProviders(parts.growthTerms),
  updateGrowthProvider: updateGrowthProvider(parts.growthTerms),
  saveGrowthProviderKey: saveGrowthProviderKey(parts),
  removeGrowthProviderKey: removeGrowthProviderKey(parts.growthTerms),
  listGrowthChains: listGrowthChains(parts.growthTerms),
  updateGrowthChain,
  compareGrowthProviders: compareGrowthProviders(parts),
  listGrowthLookups,
  startGrowthLookup: startGrowthLookup(parts),
})

/** How many values a provider found and verified, and their cost. A look-up that time did not suffice for has no outcome. */
const countsOf = (lookups: readonly ComparedLookup[], outcomes: ReadonlyMap<string, LookupOutcome>) => {
  const asked = lookups.flatMap(({ id, listed }) => {
    const outcome = outcomes.get(id)
    return outcome ? [{ listed, outcome }] : []
  })
  const found = asked.flatMap(({ listed, outcome }) => (outcome.kind === 'found' ? [{ listed, ...outcome }] : []))
  const costMicros = asked.reduce(
    (sum, { outcome }) => sum + (outcome.kind === 'found' ? outcome.from.costMicros : outcome.costMicros),
    0,
  )
  return {
    asked: asked.length,
    reused: asked.filter(({ outcome }) => outcome.kind !== 'failed' && outcome.isCached).length,
    found: found.length,
    verified: found.filter(({ result }) => result.verdict === 'valid').length,
    matching: found.filter(({ listed, result }) => listed !== null && result.email === listed).length,
    failed: asked.filter(({ outcome }) => outcome.kind === 'failed').length,
    costMicros,
  }
}

/** Audit actions that passes write. */
export const lookupJobActions = ['growth_lookup.finish', 'growth_lookup.stop', 'growth_lookup.fail'] as const

const actionOf = { finished: lookupJobActions[0], stopped: lookupJobActions[1], failed: lookupJobActions[2] } as const

/** The audit row and the event of the end of a pass. */
export const recordPassEnded = (tx: Transaction, { id, growthProjectId, status, reason, leads }: PassRow): void => {
  const end = status as keyof typeof actionOf
  const details = { leads, ...(reason !== null && { reason }) }
  recordInProject(
    tx,
    { resource: ['growth_lookup', id], growthProjectId, details },
    { action: actionOf[end], category: 'execute', outcome: end === 'finished' ? 'success' : 'failure' },
    { name: 'growth_lookup.ended', payload: { growthProjectId, status, ...details } },
  )
}

/** A provider as people see it: whether a key is stored, and never the key. */
const presentProvider = (state: ProviderState): Static<typeof contract.GrowthProvider> => {
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
const presentChain = (
  capability: Capability,
  order: readonly string[] | null,
  states: readonly ProviderState[],
  stats: readonly ProviderStats[],
): Static<typeof contract.GrowthChain> => ({
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

const presentOrder = (capability: Capability, order: readonly string[] | null) => ({
  order: chainOf(capability, order).map(({ id }) => id),
  isDefault: order === null,
})

const presentPass = (
  { id, status, reason, leads, createdAt, endedAt }: PassRow,
  { waiting, asked: lookups, found, costMicros }: PassProgress,
): Static<typeof contract.GrowthLookup> => {
  const costUsd = microsToUsd(costMicros)
  return { id, status, reason, leads, waiting, lookups, found, costUsd, createdAt, endedAt }
}
