import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { failureText, isKind } from './store-hand-over.ts'
import { growthMessage, type MessageRow } from './tables.ts'

const { columns } = growthMessage
interface NewReply {
  readonly id: string
  readonly growthProjectId: string
  readonly growthPlayId: string | null
  readonly leadId: string
  readonly mailboxId: string
  readonly subject: string
  readonly body: string
  readonly inReplyTo: string | null
  readonly referenceIds: readonly string[]
  readonly userId: string
  readonly now: Date
}
const insert = statement<NewReply, MessageRow>(
  'growth-reply.insert',
  insertInto(
    growthMessage,
    ['id', 'growthProjectId', 'growthPlayId', 'leadId', 'mailboxId', 'subject', 'body', 'inReplyTo', 'referenceIds'],
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
/** Stores a reply that a person wrote, as one that can be sent. */
export const insertReply = async (tx: Transaction, reply: NewReply) => (await insert(tx, reply))[0]!

interface Begun {
  readonly id: string
  readonly mailboxId: string
  readonly messageId: string
  readonly now: Date
}
const begin = statement<Begun, MessageRow>(
  'growth-reply.begin',
  `update growth_message set status = 'sending', mailbox_id = :mailboxId, message_id = :messageId,
     handed_over_at = :now, attempts = attempts + 1, failure = null
   where workspace_id = :workspace and id = :id and status = 'approved' and ${isKind.reply} returning ${columns}`,
)
/** Marks a reply as being handed over; undefined where another process does, or where it waits no more. */
export const beginReply = async (tx: Transaction, begun: Begun) => (await begin(tx, begun)).at(0)

const postpone = statement<{ id: string; until: Date; failure: string | null }, MessageRow>(
  'growth-reply.postpone',
  `update growth_message set status = 'approved', due_at = :until, failure = :failure
   where workspace_id = :workspace and id = :id and status in ('approved', 'sending') and ${isKind.reply} returning ${columns}`,
)
/** Lets a reply of which nothing was handed over wait. */
export const postponeReply = async (tx: Transaction, id: string, until: Date, failure: string | null) =>
  (await postpone(tx, { id, until, failure: failureText(failure) })).at(0)

const end = statement<
  { id: string; status: 'sent' | 'refused' | 'unknown' | 'cancelled'; failure: string | null; now: Date },
  MessageRow
>(
  'growth-reply.end',
  `update growth_message set status = :status, failure = :failure,
     sent_at = case when :status = 'sent' then :now::timestamptz end
   where workspace_id = :workspace and id = :id
     and status = case when :status = 'cancelled' then 'approved' else 'sending' end and ${isKind.reply} returning ${columns}`,
)
/** Stores what became of a reply; undefined where that is known already. */
export const endReply = async (
  tx: Transaction,
  id: string,
  status: 'sent' | 'refused' | 'unknown' | 'cancelled',
  failure: string | null,
  now: Date,
) => (await end(tx, { id, status, failure: failureText(failure), now })).at(0)

const dueHere = statement<{ now: Date; limit: number }, { id: string }>(
  'growth-reply.due',
  `select id from growth_message
   where workspace_id = :workspace and status = 'approved' and due_at <= :now and ${isKind.reply} order by due_at limit :limit`,
)
export const dueReplies = (tx: Transaction, now: Date, limit: number) => dueHere(tx, { now, limit })
