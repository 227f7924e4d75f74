/** The kinds of look-ups. */
export const capabilities = ['find_email', 'verify_email', 'find_company', 'enrich_company', 'enrich_person'] as const
export type Capability = (typeof capabilities)[number]

/** Look-ups that this product carries out itself, without a key and without cost. */
export const builtInProviders = ['known_pattern', 'company_index', 'imprint', 'mail_check'] as const
export type BuiltInProvider = (typeof builtInProviders)[number]

export const isCapability = (name: string): name is Capability => (capabilities as readonly string[]).includes(name)

export const callPriceUsdMost = 100
export const sampleSizeMost = 25

/** For how many days an answer is used again, by the kind of question: mailboxes change sooner than companies. */
export const freshDays: Readonly<Record<Capability, number>> = {
  find_email: 30,
  verify_email: 14,
  find_company: 30,
  enrich_company: 30,
  enrich_person: 30,
}

/**
 * The payer of a look-up: the workspace with its own key, the instance with its key, or a built-in one, which is free.
 */
const lookupPayers = ['workspace', 'instance', 'none'] as const
export type LookupPayer = (typeof lookupPayers)[number]

export const passStatuses = ['queued', 'running', 'finished', 'stopped', 'failed'] as const
export type PassStatus = (typeof passStatuses)[number]
export const isPassAtWork = (status: PassStatus): boolean => status === 'queued' || status === 'running'

/** Why a pass ended before its last lead. */
export const passReasons = [
  'hard_cap',
  'plan_cap',
  'free_credit',
  'play_cap',
  'archived',
  'no_vault',
  'internal',
] as const
export type PassReason = (typeof passReasons)[number]

/** The windows and numbers after which a failing provider is not asked for a while. */
export const rest = { failures: 3, minutes: 10 } as const

/** True if a provider rests: its newest look-ups of the last minutes failed, all of them. */
export const isResting = (newestFirst: readonly { readonly isFailed: boolean }[]): boolean =>
  newestFirst.length >= rest.failures && newestFirst.slice(0, rest.failures).every(({ isFailed }) => isFailed)

/** The cost of a look-up: at most its reserve. */
export const costOf = (
  heldMicros: number,
  billed: 'asked' | 'found',
  end: 'found' | 'not_found' | 'free' | 'perhaps_billed',
): number => {
  if (end === 'free') return 0
  if (end === 'not_found' && billed === 'found') return 0
  return heldMicros
}
