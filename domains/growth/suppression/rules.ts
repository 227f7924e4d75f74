export const suppressionKinds = ['address', 'domain'] as const
export type SuppressionKind = (typeof suppressionKinds)[number]

/** Why an address or domain is on the list. */
export const suppressionSources = ['person', 'unsubscribe', 'bounce', 'complaint', 'erasure'] as const
export type SuppressionSource = (typeof suppressionSources)[number]
/** Entries that a person can remove: people's, and mail servers', which can be wrong or over. */
export const removableSources = ['person', 'bounce'] as const satisfies readonly SuppressionSource[]
export const isRemovable = (source: SuppressionSource): boolean =>
  (removableSources as readonly SuppressionSource[]).includes(source)

export const entriesMost = 1_000

/** The domain of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** The mailbox of an address in normal form: the address without its tag, since all tags reach one recipient. */
export const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  return withoutTag(address.slice(0, at)) + address.slice(at)
}

/** Every entry that forbids mail to an address: its mailbox, its old tagged form, its domain and each domain above. */
export const forbiddingEntries = (address: string): readonly string[] => [
  ...new Set([address, mailboxOf(address)]),
  ...forbiddingDomains(domainOf(address)),
]

/** A pattern of LIKE for the addresses of a mailbox that have a tag. */
const taggedPattern = (mailbox: string): string => {
  const escaped = mailbox.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const at = escaped.lastIndexOf('@')
  return `${escaped.slice(0, at)}+%${escaped.slice(at)}`
}

/** Parameters for `isOfMailbox`. */
export interface MailboxFilter {
  readonly mailbox: string
  readonly tagged: string
}
export const mailboxFilter = (address: string): MailboxFilter => {
  const mailbox = mailboxOf(address)
  return { mailbox, tagged: taggedPattern(mailbox) }
}
/** True if a column has an address of the mailbox of `mailboxFilter`, with any tag. A fragment of SQL. */
export const isOfMailbox = (column: string): string => `(${column} = :mailbox or ${column} like :tagged)`

// A quoted local part can contain a plus sign that begins no tag, and no mailbox ends in a dot.
const withoutTag = (local: string) => (local.startsWith('"') ? local : local.replace(/(?<=[^.])\+.{0,320}$/, ''))

/** Every entry that forbids mail to all addresses of a domain in normal form: the domain, and each above it. */
export const forbiddingDomains = (domain: string): readonly string[] => {
  const labels = domain.split('.')
  // A single label is a top-level domain, which no entry names.
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
}
