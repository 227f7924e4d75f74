import { lookupCaps } from '../settings/rules.ts'

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

/** The payer of a look-up: the workspace or the instance with its key, or none for a built-in provider. */
export type LookupPayer = 'workspace' | 'instance' | 'none'

export const passStatuses = ['queued', 'running', 'finished', 'stopped', 'failed'] as const
export type PassStatus = (typeof passStatuses)[number]
export const isPassAtWork = (status: PassStatus): boolean => status === 'queued' || status === 'running'

/** Why a pass ended before its last lead. */
export const passReasons = [...lookupCaps, 'archived', 'no_vault', 'internal'] as const
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
): number => (end === 'free' || (end === 'not_found' && billed === 'found') ? 0 : heldMicros)

/** How an address is made from the name of a person, most specific first. */
const patterns = {
  'first.last': (first, last) => `${first}.${last}`,
  'last.first': (first, last) => `${last}.${first}`,
  first_last: (first, last) => `${first}_${last}`,
  'first-last': (first, last) => `${first}-${last}`,
  firstlast: (first, last) => `${first}${last}`,
  'f.last': (first, last) => `${first.slice(0, 1)}.${last}`,
  flast: (first, last) => `${first.slice(0, 1)}${last}`,
  'first.l': (first, last) => `${first}.${last.slice(0, 1)}`,
  firstl: (first, last) => `${first}${last.slice(0, 1)}`,
  last: (_first, last) => last,
  first: (first) => first,
} satisfies Readonly<Record<string, (first: string, last: string) => string>>
type Pattern = keyof typeof patterns

const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe', å: 'aa' }

/** A name in the form of an address: small letters of ASCII; undefined for a name without any. */
export const inAddress = (name: string): string | undefined => {
  const folded = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüßæøå]/g, (letter) => letters[letter]!)
  const plain = folded
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s'’.-]+/g, '')
  return /^[a-z]{1,40}$/.test(plain) ? plain : undefined
}

/** A person whose address at the domain is known. */
interface KnownAddress {
  readonly address: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}

/**
 * The address of a person at a domain by the pattern of others there; undefined if no pattern fits any of them, or two
 * fit equally often. One known address is a hint, three that agree are more.
 */
export const addressByPattern = (
  domain: string,
  person: { readonly firstName: string; readonly lastName: string },
  known: readonly KnownAddress[],
): { readonly email: string; readonly confidence: number } | undefined => {
  const first = inAddress(person.firstName)
  const last = inAddress(person.lastName)
  if (first === undefined || last === undefined) return undefined
  const counts = new Map<Pattern, number>()
  for (const one of known) {
    const pattern = patternOf(one)
    if (pattern) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  }
  const ranked = [...counts].toSorted(([, one], [, other]) => other - one)
  const [best, second] = ranked
  if (!best || best[1] === second?.[1]) return undefined
  const email = `${patterns[best[0]](first, last)}@${domain}`
  if (known.some(({ address }) => address === email)) return undefined
  const agreeing = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { email, confidence: Math.min(0.8, 0.4 + 0.15 * best[1]) * (best[1] / agreeing) }
}

const patternOf = ({ address, firstName = '', lastName = '' }: KnownAddress): Pattern | undefined => {
  const first = inAddress(firstName)
  const last = inAddress(lastName)
  if (first === undefined || last === undefined) return undefined
  const local = address.slice(0, address.lastIndexOf('@'))
  return (Object.keys(patterns) as Pattern[]).find((pattern) => patterns[pattern](first, last) === local)
}
