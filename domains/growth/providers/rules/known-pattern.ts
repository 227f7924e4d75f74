/** How an address is made from the name of a person, most specific first. */
const patterns = {
  'first.last': (first: string, last: string) => `${first}.${last}`,
  'last.first': (first: string, last: string) => `${last}.${first}`,
  first_last: (first: string, last: string) => `${first}_${last}`,
  'first-last': (first: string, last: string) => `${first}-${last}`,
  firstlast: (first: string, last: string) => `${first}${last}`,
  'f.last': (first: string, last: string) => `${first.slice(0, 1)}.${last}`,
  flast: (first: string, last: string) => `${first.slice(0, 1)}${last}`,
  'first.l': (first: string, last: string) => `${first}.${last.slice(0, 1)}`,
  firstl: (first: string, last: string) => `${first}${last.slice(0, 1)}`,
  last: (_first: string, last: string) => last,
  first: (first: string) => first,
} as const
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
  readonly firstName: string | undefined
  readonly lastName: string | undefined
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
