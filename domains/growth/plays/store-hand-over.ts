import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { growthMessage, type MessageRow } from './tables.ts'

/** Which mails to leads a statement is about: those of sequences, or those that a person wrote outside of one. */
export const isKind = {
  sequence: `direction = 'out' and step is not null`,
  reply: `direction = 'out' and step is null and author = 'person'`,
} as const

const due = statement<{ limit: number; before: Date }, { workspaceId: string }>(
  'growth-hand-over.due-in',
  `select distinct workspace_id as "workspaceId" from growth_message
   where (status = 'approved' and due_at <= now()::timestamptz(3)) or (status = 'sending' and handed_over_at < :before) limit :limit`,
)
/** Workspaces with mails that are due, or were being handed over before that time and are still. */
export const mailsDueIn = async (tx: Transaction, limit: number, before: Date) =>
  (await due(tx, { limit, before })).map(({ workspaceId }) => workspaceId)

const abandonedOf = (kind: keyof typeof isKind) =>
  statement<{ before: Date; limit: number; failure: string }, MessageRow>(
    `growth-hand-over.abandon-${kind}`,
    `update growth_message set status = 'unknown', failure = :failure
     where id = any(array(select id from growth_message
       where workspace_id = :workspace and status = 'sending' and handed_over_at < :before and ${isKind[kind]}
       order by handed_over_at limit :limit for update skip locked))
     returning ${growthMessage.columns}`,
  )
const abandon = { sequence: abandonedOf('sequence'), reply: abandonedOf('reply') } as const
/** Marks mails as of unknown delivery whose process died while it handed them over. */
export const abandonMails = (tx: Transaction, kind: keyof typeof isKind, before: Date, limit: number) =>
  abandon[kind](tx, { before, limit, failure: 'The program ended while this mail was handed over.' })

/** What a mail server or a mailbox said, as it is stored; null for nothing. */
export const failureText = (said: string | null): string | null =>
  said === null || said === '' ? null : said.slice(0, 1_000)
