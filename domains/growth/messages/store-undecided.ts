import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { joinLead } from '../leads/index.ts'
import { isOfMailbox, mailboxFilter, type MailboxFilter } from '../suppression/index.ts'

const ofMailbox = statement<MailboxFilter, { id: string }>(
  'growth-message.undecided-of-mailbox',
  `select m.id from growth_message m ${joinLead('m.lead_id')}
   where m.workspace_id = :workspace and m.needs_decision
     and (${isOfMailbox('lead.address')} or ${isOfMailbox('m.sender_address')}) limit 1`,
)
/** Whether a reply of an address, with any tag and in any growth project, waits for a person who decides its intent. */
export const hasUndecidedReply = async (tx: Transaction, address: string): Promise<boolean> =>
  (await ofMailbox(tx, mailboxFilter(address))).length > 0

const leadsMost = 10_000
const ofProject = statement<{ growthProjectId: string; limit: number }, { leadId: string }>(
  'growth-message.undecided-of-project',
  `select distinct m.lead_id as "leadId" from growth_message m
   where m.workspace_id = :workspace and m.growth_project_id = :growthProjectId and m.needs_decision limit :limit`,
)
/** The leads of a growth project with such a reply, at most 10,000. */
export const leadIdsUndecided = async (tx: Transaction, growthProjectId: string): Promise<readonly string[]> =>
  (await ofProject(tx, { growthProjectId, limit: leadsMost })).map(({ leadId }) => leadId)

interface NamedLeads {
  readonly addresses: readonly string[]
  readonly mailboxId: string
  readonly after: Date
  readonly limit: number
}
const named = statement<NamedLeads, { leadId: string }>(
  'growth-message.leads-named',
  `select distinct m.lead_id as "leadId" from growth_message m ${joinLead('m.lead_id')}
   where m.workspace_id = :workspace and lead.address = any(:addresses::text[]) and m.direction = 'out'
     and m.mailbox_id = :mailboxId and m.sent_at > :after order by m.lead_id limit :limit`,
)
/** The leads with one of these addresses that got mail of a mailbox after a time, at most `limit`. */
export const leadsNamed = async (tx: Transaction, which: NamedLeads): Promise<readonly string[]> =>
  (await named(tx, which)).map(({ leadId }) => leadId)

const settle = statement<{ leadId: string }>(
  'growth-message.settle-undecided',
  'update growth_message set needs_decision = false where workspace_id = :workspace and lead_id = :leadId and needs_decision',
)
/** Ends the wait of all replies of a lead that gets no mail any more. */
export const settleUndecided = (tx: Transaction, leadId: string) => settle(tx, { leadId })
