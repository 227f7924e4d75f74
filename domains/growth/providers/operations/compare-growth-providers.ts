import pLimit from 'p-limit'
import { isAskable } from '../../../../execution/data-providers/index.ts'
import { RootKeyMissing, VaultUnavailable } from '../../../../platform/crypto/index.ts'
import type { InTransaction, Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { microsToUsd } from '../../../code/projects/rules.ts'
import { namedLeads, suppressedLeads } from '../../leads/index.ts'
import { providerNamed, type ProviderFacts } from '../catalogue.ts'
import { compareGrowthProviders } from '../contract.ts'
import {
  beginLookups,
  cachedOutcome,
  carryOut,
  inputFor,
  LookupCapReached,
  newLookup,
  type Lookup,
  type LookupOutcome,
} from '../look-up.ts'
import type { ProviderParts } from '../parts.ts'
import { readyOf, stateOf, type ReadyProvider } from '../ready-provider.ts'
import { comparedOf } from '../comparison.ts'
import { inputOf } from '../known-facts.ts'
import { providerSettings } from '../store-settings.ts'

const capability = 'find_email'
const scope = { growthProjectId: null, growthPlayId: null, passId: null, leadId: null }
const sampleByDefault = 10
// More leads than are looked up: some of them are on the do-not-contact list, or have no domain of a company.
const readMost = 200
const lookupsAtOnce = 5

const failureOf = { hard_cap: 'hardCap', plan_cap: 'planCap', free_credit: 'freeCredit', play_cap: 'hardCap' } as const

export default (parts: ProviderParts) =>
  handle(compareGrowthProviders, async ({ workspace, body, signal, read, commit, fail }) => {
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
        return { provider, ...comparedOf(own.map(({ id, listed }) => ({ listed, outcome: outcomes.get(id) }))) }
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
  readonly listed: string | null
}

interface Prepared {
  readonly sampleSize: number
  readonly providers: readonly ReadyProvider[]
  readonly lookups: readonly ComparedLookup[]
}

/** Chooses the leads and opens the keys; `not_ready` where a provider cannot be asked. */
const prepare = (
  { vault, growthTerms }: ProviderParts,
  read: InTransaction,
  compared: readonly ProviderFacts[],
  size: number,
): Promise<Prepared | 'not_ready'> =>
  read(async (tx) => {
    const settings = await providerSettings(tx)
    const states = compared.map((facts) => stateOf(facts, settings, growthTerms))
    if (!states.every(({ isReady }) => isReady)) return 'not_ready'
    const providers: ReadyProvider[] = []
    for (const state of states) providers.push(await readyOf(tx, vault, growthTerms, state, capability))
    const leads = await namedLeads(tx, readMost)
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
