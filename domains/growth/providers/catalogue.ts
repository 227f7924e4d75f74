import {
  dataProviderFacts,
  dataProviderIds,
  type Capability,
  type LookupPrice,
  type DataProviders,
  type MailDnsCheck,
} from '../../../execution/data-providers/index.ts'
import { builtInProviders, type BuiltInProvider } from './rules.ts'
import type { Web } from '../../../execution/web/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'

export type ApiProvider = (typeof dataProviderIds)[number]
export type ProviderId = ApiProvider | BuiltInProvider

/** The facts of a provider that need no request. */
export interface ProviderFacts {
  readonly id: ProviderId
  readonly label: string
  readonly isBuiltIn: boolean
  readonly capabilities: readonly Capability[]
  readonly background: readonly Capability[]
  readonly prices: Readonly<Partial<Record<Capability, LookupPrice>>>
}

const builtIn: Readonly<Record<BuiltInProvider, Pick<ProviderFacts, 'label' | 'capabilities'>>> = {
  known_pattern: { label: 'Pattern of known addresses', capabilities: ['find_email'] },
  company_index: { label: 'Company index', capabilities: ['find_company', 'enrich_company'] },
  imprint: { label: 'Legal notice on the website', capabilities: ['enrich_company'] },
  mail_check: { label: 'Mail servers of the domain', capabilities: ['verify_email'] },
}

const free = { micros: 0, billed: 'found' } as const

/** Every provider: the built-in ones, then the others. */
export const providers: readonly ProviderFacts[] = [
  ...builtInProviders.map((id) => ({
    id,
    isBuiltIn: true,
    background: [],
    prices: Object.fromEntries(builtIn[id].capabilities.map((one) => [one, free])),
    ...builtIn[id],
  })),
  ...dataProviderIds.map((id) => ({ id, isBuiltIn: false, ...dataProviderFacts(id) })),
]

export const providerNamed = (name: string): ProviderFacts | undefined => providers.find(({ id }) => id === name)

const canServe = (capability: Capability) => (one: ProviderFacts) => one.capabilities.includes(capability)

/** The default order: built in first, then the cheaper one first, providers that answer in the background last. */
export const defaultChain = (capability: Capability): readonly ProviderFacts[] => {
  const weight = ({ isBuiltIn, background, prices }: ProviderFacts) =>
    isBuiltIn ? -1 : (prices[capability]?.micros ?? 0) + (background.includes(capability) ? 1e9 : 0)
  return providers.filter(canServe(capability)).toSorted((one, other) => weight(one) - weight(other))
}

/** The providers of a chain in their order. One that this product no longer knows is left out. */
export const chainOf = (capability: Capability, order: readonly string[] | null): readonly ProviderFacts[] =>
  order === null
    ? defaultChain(capability)
    : order.flatMap((name) => providers.filter((one) => one.id === name && canServe(capability)(one)))

/** The keys of the instance, and a workspace's monthly limit for them. */
export interface GrowthTerms {
  readonly keys: Readonly<Partial<Record<ApiProvider, string>>>
  readonly freeMicros: number
  /** By workspace. */
  readonly plans: ReadonlyMap<string, number>
}

/** The parts of look-ups. */
export interface LookupParts {
  readonly vault: Vault
  readonly dataProviders: DataProviders
  readonly mailDns: MailDnsCheck
  readonly web: Pick<Web, 'readPage'>
  readonly growthTerms: GrowthTerms
}

/** The parts of operations. */
export interface ProviderParts extends LookupParts {
  readonly database: Database
  readonly engine: Engine
}
