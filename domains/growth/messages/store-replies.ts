import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
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
/** Inserts a person's reply, ready to be sent. */
export const addReply = async (tx: Transaction, reply: NewReply) => (await insert(tx, reply))[0]!
