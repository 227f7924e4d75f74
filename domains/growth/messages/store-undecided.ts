import { matchStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'
import { joinLead } from '../leads/index.ts'
import { domainOf, forbiddingDomains, isOfMailbox, mailboxFilter, type MailboxFilter } from '../suppression/index.ts'
import { waitMostDays } from './rules.ts'
import { growthMessage, type MessageRow } from './tables.ts'

const ofMailbox = matchStatement<MailboxFilter & { domains: readonly string[] }, { id: string }>(
  'growth-message.undecided-of-mailbox',
  `select m.id from growth_message m ${joinLead('m.lead_id')}
   where m.workspace_id = :workspace and m.needs_decision
     and (${isOfMailbox('lead.address')} or ${isOfMailbox('m.sender_address')})
   union all select id from growth_message
   where workspace_id = :workspace and held_domain = any(:domains::text[]) limit 1`,
)
/** True if a reply of an address, with any tag and in any growth project, or one for its company waits for a person. */
export const hasUndecidedReply = (tx: Transaction, address: string) =>
  ofMailbox(tx, { ...mailboxFilter(address), domains: forbiddingDomains(domainOf(address)) })

const leadsMost = 10_000
const ofProject = statement<{ growthProjectId: string; limit: number }, { leadId: string }>(
  'growth-message.undecided-of-project',
  `select distinct m.lead_id as "leadId" from growth_message m
   where m.workspace_id = :workspace and m.growth_project_id = :growthProjectId
     and (m.needs_decision or m.held_domain is not null) limit :limit`,
)
/** The leads of a growth project with such a reply, at most 10,000. */
export const leadIdsUndecided = async (tx: Transaction, growthProjectId: string): Promise<readonly string[]> =>
  (await ofProject(tx, { growthProjectId, limit: leadsMost })).map(({ leadId }) => leadId)

interface NamedLeads {
  readonly addresses: readonly string[]
  /** Null for no company. */
  readonly domain: string | null
  readonly mailboxId: string
  readonly after: Date
  readonly limit: number
}
const named = statement<NamedLeads, { leadId: string }>(
  'growth-message.leads-named',
  `select distinct m.lead_id as "leadId" from growth_message m ${joinLead('m.lead_id')}
   where m.workspace_id = :workspace and (lead.address = any(:addresses::text[]) or lead.domain = :domain::text
       or right(lead.address, length(:domain::text) + 1) = '@' || :domain::text)
     and m.direction = 'out' and m.mailbox_id = :mailboxId and m.sent_at > :after order by m.lead_id limit :limit`,
)
/** The leads with one of these addresses or at a domain that got mail of a mailbox after a time, at most `limit`. */
export const leadsNamed = async (tx: Transaction, search: NamedLeads): Promise<readonly string[]> =>
  (await named(tx, search)).map(({ leadId }) => leadId)

const endLong = statement<{ days: number; limit: number }, MessageRow>(
  'growth-message.end-long-waits',
  `update growth_message set needs_decision = false where workspace_id = :workspace and id = any(array(
     select id from growth_message where workspace_id = :workspace and names_lead and needs_decision
       and created_at < now() - make_interval(days => :days) order by created_at limit :limit for update skip locked))
   returning ${growthMessage.columns}`,
)
/** Ends the waits that lasted seven days, at most 1,000 at once. */
export const endLongWaits = (tx: Transaction) => endLong(tx, { days: waitMostDays, limit: 1_000 })

/** The expiry of sentences of other senders about leads. */
export const namingExpiry = rowExpiry('growthNamings', growthMessage, 'created_at', 'names_lead')

/** Ends the wait of all replies of a lead that gets no mail any more. */
export const settleUndecided = statement<{ leadId: string }>(
  'growth-message.settle-undecided',
  'update growth_message set needs_decision = false where workspace_id = :workspace and lead_id = :leadId and needs_decision',
)

const wish = matchStatement<MailboxFilter & { leadId: string }, { id: string }>(
  'growth-message.wish-beside',
  `select m.id from growth_message m ${joinLead('m.lead_id')}
   where m.workspace_id = :workspace and m.lead_id <> :leadId and m.intent = 'unsubscribe'
     and lead.opted_out_at is not null and ${isOfMailbox('m.sender_address')} limit 1`,
)
/** True if a mail of this sender opted another lead out. */
export const hasWishBeside = (tx: Transaction, leadId: string, address: string) =>
  wish(tx, { leadId, ...mailboxFilter(address) })
