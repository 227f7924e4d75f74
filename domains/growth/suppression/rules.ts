export const suppressionKinds = ['address', 'domain'] as const
export type SuppressionKind = (typeof suppressionKinds)[number]

/** Why an address or domain is on the list. Only an entry that a person added can be removed. */
export const suppressionSources = ['person', 'unsubscribe', 'bounce', 'complaint', 'erasure'] as const
export type SuppressionSource = (typeof suppressionSources)[number]
export const removableSource = 'person' satisfies SuppressionSource

export const entriesMost = 1_000

/**
 * Every entry that forbids mail to an address, which is in its normal form: the address itself, the same mailbox without
 * the tag behind its plus sign, its domain, and each domain above that one.
 */
export const forbiddingEntries = (address: string): readonly string[] => {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const untagged = withoutTag(address.slice(0, at))
  return [...new Set([address, `${untagged}@${domain}`]), ...domainsAbove(domain)]
}

// A quoted local part can contain a plus sign that begins no tag, and no mailbox ends in a dot.
const withoutTag = (local: string) => (local.startsWith('"') ? local : local.replace(/(?<=[^.])\+.*$/, ''))

/** Every entry that forbids mail to all addresses of a domain in normal form: the domain, and each above it. */
export const forbiddingDomains = (domain: string): readonly string[] => domainsAbove(domain)

const domainsAbove = (domain: string) => {
  const labels = domain.split('.')
  // A single label is a top-level domain, which no entry names.
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
}
