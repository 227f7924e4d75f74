import type { Transaction } from '../../../platform/db/transaction.ts'
import { countLeadsOfPlay } from '../leads/index.ts'
import { sendableMailboxes, type MailboxRow } from '../mailboxes/index.ts'
import { growthRules, isPostalAddress } from '../settings/index.ts'
import { missingOf, type LinkNeed, type PlayNeed } from './rules.ts'
import type { PlayRow } from './tables.ts'

/** Whether recipients and their mail servers reach this server and its mailboxes. */
export interface Reach {
  /** The fault of the links in a workspace's mails; undefined if they work. */
  readonly linkNeed: (workspace: string) => Promise<LinkNeed | undefined>
  /** True if SPF, DKIM and DMARC hold for the domain of a mailbox. */
  readonly doesDnsHold: (mailbox: MailboxRow) => Promise<boolean>
}

/** Facts looked up outside of the database before a transaction that launches or sends. */
export interface OutsideFacts {
  readonly linkNeed: LinkNeed | undefined
  /** Mailboxes that can send and whose SPF, DKIM and DMARC hold. */
  readonly mailboxIds: ReadonlySet<string>
}

/** Looks up whether the links of a workspace work and for which of these mailboxes DNS holds. */
export const findOutsideFacts = async (
  reach: Reach,
  workspace: string,
  mailboxes: readonly MailboxRow[],
): Promise<OutsideFacts> => {
  const [linkNeed, holds] = await Promise.all([
    reach.linkNeed(workspace),
    Promise.all(mailboxes.map((mailbox) => reach.doesDnsHold(mailbox))),
  ])
  return { linkNeed, mailboxIds: new Set(mailboxes.filter((_, at) => holds[at]).map(({ id }) => id)) }
}

/** The mailboxes that a play may send from now. */
export const mailboxesOf = async (tx: Transaction, { mailboxIds }: Pick<PlayPlan, 'mailboxIds'>) =>
  (await sendableMailboxes(tx)).filter(({ id }) => mailboxIds.length === 0 || mailboxIds.includes(id))

interface PlayPlan extends Pick<PlayRow, 'id' | 'acknowledgedAt'> {
  readonly mailboxIds: readonly string[]
  readonly steps: readonly unknown[]
}

/** The missing needs of a play before it may be launched or send. */
export const missingFor = async (
  tx: Transaction,
  play: PlayPlan,
  { linkNeed, mailboxIds }: OutsideFacts,
): Promise<readonly PlayNeed[]> => {
  const { senderPostalAddress } = await growthRules(tx)
  const mailboxes = await mailboxesOf(tx, play)
  const counts = await countLeadsOfPlay(tx, { growthPlayId: play.id })
  return missingOf({
    steps: play.steps.length,
    isAcknowledged: play.acknowledgedAt !== null,
    hasPostalAddress: senderPostalAddress !== null && isPostalAddress(senderPostalAddress),
    linkNeed,
    mailboxes: mailboxes.length,
    mailboxesWithDns: mailboxes.filter(({ id }) => mailboxIds.has(id)).length,
    leads: counts.reduce((sum, { status, leads }) => sum + (status === 'disqualified' ? 0 : leads), 0),
  })
}
