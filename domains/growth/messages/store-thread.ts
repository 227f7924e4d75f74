import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { isOfMailbox, mailboxFilter, type MailboxFilter } from '../suppression/index.ts'
import { inThread, type MessageIntent, type MessageKind } from './rules.ts'
import { growthMessage, type MessageRow } from './tables.ts'
import type { NamedThing } from '../../domain.ts'
import { joinLead, leadPerson } from '../leads/index.ts'

const { columns } = growthMessage
const messagesMost = 1_000

export const findMessage = rowStatement<{ id: string }, MessageRow>('growth-message.find', selectById(growthMessage))

/** Its lead is locked before it. */
export const lockMessage = rowStatement<{ id: string }, MessageRow>(
  'growth-message.lock',
  selectById(growthMessage, 'for update'),
)

const ofLead = statement<{ leadId: string; limit: number }, MessageRow>(
  'growth-message.of-lead',
  `select ${columns} from growth_message where workspace_id = :workspace and lead_id = :leadId
   order by created_at desc, id desc limit :limit`,
)
/** All mail of a lead, oldest first, then waiting mail in the order of the sequence; at most the newest 1,000. */
export const findLeadThread = async (tx: Transaction, leadId: string): Promise<readonly MessageRow[]> =>
  inThread(await ofLead(tx, { leadId, limit: messagesMost }))

type ShownFields = 'id' | 'leadId' | 'direction' | 'kind' | 'needsDecision' | 'subject'
export type NewestMessage = Pick<MessageRow, ShownFields> & { readonly beginning: string; readonly at: Date }
/** The newest mail that was sent to or came from each of these leads. */
export const newestMessages = statement<{ leadIds: readonly string[] }, NewestMessage>(
  'growth-message.newest',
  `select lead.id as "leadId", newest.id, newest.direction, newest.kind, newest.subject,
     exists (select 1 from growth_message undecided
       where undecided.lead_id = lead.id and undecided.needs_decision) as "needsDecision",
     left(newest.body, 300) as beginning, coalesce(newest.sent_at, newest.received_at, newest.created_at) as at
   from unnest(:leadIds::uuid[]) as lead (id), lateral (
     select * from growth_message
     where workspace_id = :workspace and lead_id = lead.id and status in ('sent', 'received')
     order by coalesce(sent_at, received_at) desc, growth_message.id desc limit 1) newest`,
)

type NamedMessage = Pick<MessageRow, 'leadId' | 'messageId' | 'direction'>
/** The mails with these headers Message-ID. */
export const messagesByMessageId = statement<{ headers: readonly string[] }, NamedMessage>(
  'growth-message.with-header',
  `select lead_id as "leadId", message_id as "messageId", direction from growth_message
   where workspace_id = :workspace and message_id = any(:headers)`,
)

type ThreadText = Pick<MessageRow, 'direction' | 'subject' | 'body'>
const textsMost = 30
const textMostChars = 20_000
const texts = statement<{ leadId: string; before: Date; limit: number; chars: number }, ThreadText>(
  'growth-message.texts',
  `select direction, subject, left(body, :chars) as body from growth_message
   where workspace_id = :workspace and lead_id = :leadId and created_at < :before
     and status in ('sending', 'sent', 'unknown', 'received')
   order by created_at desc, id desc limit :limit`,
)
/** The texts in the thread of a lead before a time, the newest first: the last 30 mails. */
export const threadTexts = (tx: Transaction, leadId: string, before: Date) =>
  texts(tx, { leadId, before, limit: textsMost, chars: textMostChars })

const inboundFields = [
  'id',
  'growthProjectId',
  'growthPlayId',
  'leadId',
  'subject',
  'body',
  'inReplyTo',
  'senderAddress',
  'intent',
  'needsDecision',
  'failure',
] as const
export interface InboundMessage extends Pick<MessageRow, (typeof inboundFields)[number]> {
  readonly mailboxId: string
  readonly messageId: string
  readonly referenceIds: readonly string[]
  readonly kind: MessageKind
  /** True if the mail of another sender names the lead's address: the body is the sentence that does. */
  readonly namesLead: boolean
  /** The domain that gets no mail until a person sorts it; null for none. */
  readonly heldDomain: string | null
  readonly now: Date
}
const insert = rowStatement<InboundMessage & { intentBy: string | null }, MessageRow>(
  'growth-message.insert-inbound',
  insertInto(
    growthMessage,
    [...inboundFields, 'mailboxId', 'messageId', 'referenceIds', 'kind', 'intentBy', 'namesLead', 'heldDomain'],
    {
      workspaceId: ':workspace',
      direction: `'in'`,
      status: `'received'`,
      author: `'lead'`,
      citations: `'[]'`,
      receivedAt: ':now',
      createdAt: ':now',
    },
    `on conflict (workspace_id, message_id) where message_id is not null do nothing returning ${columns}`,
  ),
)
/** Stores a mail that came in; undefined if it is stored already. */
export const insertInbound = (tx: Transaction, message: InboundMessage) =>
  insert(tx, { ...message, intentBy: message.intent === null ? null : 'rule' })

/**
 * Sets the intent of an incoming mail. A model sorts only mail without an intent, and leaves the decision and the hold of
 * a domain to a person.
 */
export const sortMessage = rowStatement<{ id: string; intent: MessageIntent; by: 'model' | 'person' }, MessageRow>(
  'growth-message.sort',
  `update growth_message set intent = :intent, intent_by = :by, needs_decision = needs_decision and :by <> 'person',
     held_domain = case when :by <> 'person' then held_domain end
   where workspace_id = :workspace and id = :id and direction = 'in' and (:by = 'person' or intent is null)
   returning ${columns}`,
)

/** The newest mail that came in of a lead. */
export const newestInbound = rowStatement<{ leadId: string }, { id: string; intent: MessageIntent | null }>(
  'growth-message.newest-in',
  `select id, intent from growth_message where workspace_id = :workspace and lead_id = :leadId and direction = 'in'
   order by created_at desc, id desc limit 1`,
)

type OfMailbox = { readonly [Name in keyof MailboxFilter]: string | null } & { readonly leadIds: readonly string[] }
const isAbout = `workspace_id = :workspace
  and (${isOfMailbox('sender_address')} or lead_id = any(:leadIds::uuid[]))`
const filterOf = (address: string | null, leadIds: readonly string[]): OfMailbox => ({
  ...(address === null ? { mailbox: null, tagged: null } : mailboxFilter(address)),
  leadIds,
})

const ofPerson = statement<OfMailbox, MessageRow>(
  'growth-message.of-person',
  `select ${columns} from growth_message where ${isAbout} order by id limit 10000`,
)
/** Mails that came from an address, with any tag, and mails of its leads. */
export const messagesOfPerson = (tx: Transaction, address: string, leadIds: readonly string[]) =>
  ofPerson(tx, filterOf(address, leadIds))

const erase = statement<MailboxFilter>(
  'growth-message.erase',
  `delete from growth_message where workspace_id = :workspace and ${isOfMailbox('sender_address')}`,
)
/** Removes the mails that came from an address, with any tag. */
export const eraseMessagesFrom = (tx: Transaction, address: string) => erase(tx, mailboxFilter(address))

const ofLeads = statement<OfMailbox & { limit: number }, MessageRow>(
  'growth-message.of-leads',
  `select ${columns} from growth_message where ${isAbout} order by created_at desc, id desc limit :limit`,
)
/** The newest 1,000 mails of leads, and mails that came from their address, with any tag; null for no address. */
export const messagesOfLeads = (tx: Transaction, address: string | null, leadIds: readonly string[]) =>
  ofLeads(tx, { ...filterOf(address, leadIds), limit: messagesMost })

const countAbout = oneRowStatement<OfMailbox, { messages: number }>(
  'growth-message.count-of-leads',
  `select count(*)::int as messages from growth_message where ${isAbout}`,
)
/** How many such mails there are, beyond the newest 1,000 too. */
export const countMessages = async (tx: Transaction, address: string | null, leadIds: readonly string[]) =>
  (await countAbout(tx, filterOf(address, leadIds))).messages

/** The names of the leads of these mails; without a name the address or domain. */
export const namesOfMessages = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-message.names',
  `select mail.id, coalesce(${leadPerson}, lead.address, lead.domain) as title,
     null::uuid as "projectId", null::uuid as "cycleId"
   from growth_message mail ${joinLead('mail.lead_id')}
   where mail.workspace_id = :workspace and mail.id = any(:ids)`,
)

const replyFields = ['id', 'growthProjectId', 'growthPlayId', 'leadId', 'subject', 'body', 'inReplyTo'] as const
interface NewReply extends ChangedBy, Pick<MessageRow, (typeof replyFields)[number]> {
  readonly mailboxId: string
  readonly referenceIds: readonly string[]
}
/** Inserts a person's reply, ready to be sent. */
export const addReply = oneRowStatement<NewReply, MessageRow>(
  'growth-reply.insert',
  insertInto(
    growthMessage,
    [...replyFields, 'mailboxId', 'referenceIds'],
    {
      workspaceId: ':workspace',
      direction: `'out'`,
      status: `'approved'`,
      author: `'person'`,
      citations: `'[]'`,
      writtenBy: ':userId',
      approvedBy: ':userId',
      approvedAt: ':now',
      dueAt: ':now',
      createdAt: ':now',
    },
    `returning ${columns}`,
  ),
)
