/** The needs of a play before it sends, in the order in which an agency sets it up. */
export const playNeeds = [
  'steps',
  'acknowledgement',
  'postal_address',
  'public_address',
  'unsubscribe_link',
  'mailbox',
  'mailbox_dns',
  'leads',
] as const
export type PlayNeed = (typeof playNeeds)[number]

/** The needs that cannot be looked at before another need is met. */
const neededFirst: Partial<Readonly<Record<PlayNeed, PlayNeed>>> = {
  unsubscribe_link: 'public_address',
  mailbox_dns: 'mailbox',
}

export type NeedState = 'met' | 'missing' | 'unchecked'

/** The state of a need: it is met only if it was looked at, and holds. */
export const stateOfNeed = (need: PlayNeed, missing: readonly PlayNeed[]): NeedState => {
  if (missing.includes(need)) return 'missing'
  const first = neededFirst[need]
  return first !== undefined && missing.includes(first) ? 'unchecked' : 'met'
}

/** The faults of links in mails: they lead to no public https address, or the server cannot fetch its own. */
export type LinkNeed = 'public_address' | 'unsubscribe_link'

export interface PlayFacts {
  readonly steps: number
  readonly isAcknowledged: boolean
  readonly hasPostalAddress: boolean
  /** Undefined if links in mails work. */
  readonly linkNeed: LinkNeed | undefined
  /** Connected mailboxes of the play. */
  readonly mailboxes: number
  /** Mailboxes with working SPF, DKIM and DMARC. */
  readonly mailboxesWithDns: number
  /** Leads of the play that are not disqualified. */
  readonly leads: number
}

/** The missing needs of a play: with any of them it is neither launched nor sends. */
export const missingOf = (facts: PlayFacts): readonly PlayNeed[] => {
  const { linkNeed, mailboxes, mailboxesWithDns } = facts
  const isMissing: Readonly<Record<PlayNeed, boolean>> = {
    steps: facts.steps === 0,
    acknowledgement: !facts.isAcknowledged,
    postal_address: !facts.hasPostalAddress,
    public_address: linkNeed === 'public_address',
    unsubscribe_link: linkNeed === 'unsubscribe_link',
    mailbox: mailboxes === 0,
    mailbox_dns: mailboxes > 0 && mailboxesWithDns === 0,
    leads: facts.leads === 0,
  }
  return playNeeds.filter((need) => isMissing[need])
}
