import { cutPage, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isOfMailbox, mailboxFilter, type MailboxFilter } from '../suppression/index.ts'
import { growthLead, type LeadRow } from './tables.ts'

const { columns } = growthLead

/** A lead that mail was exchanged with. */
export interface LeadThread extends LeadRow {
  readonly lastMailAt: Date
  readonly repliedAt: Date | null
  readonly replyIntent: string | null
}

const lastMailAt = 'greatest(growth_lead.contacted_at, growth_lead.replied_at)'
const page = statement<
  Cursor & {
    growthProjectId: string
    isReplied: boolean
    intent: string | null
    ids: readonly string[] | null
    rows: number
  },
  LeadThread
>(
  'growth-lead.threads',
  `select ${columns}, ${lastMailAt} as "lastMailAt", growth_lead.replied_at as "repliedAt",
     growth_lead.reply_intent as "replyIntent"
   from growth_lead
   where workspace_id = :workspace and growth_project_id = :growthProjectId
     and (contacted_at is not null or replied_at is not null) and (${lastMailAt}, id) < (:at, :id)
     and (not :isReplied or replied_at is not null) and (:intent::text is null or reply_intent = :intent)
     and (:ids::uuid[] is null or id = any(:ids::uuid[]))
   order by ${lastMailAt} desc, id desc limit :rows`,
)

interface ThreadFilter {
  /** Whether only leads that wrote back are listed. */
  readonly isReplied: boolean
  readonly intent: string | null
  /** Only these leads; null for all. */
  readonly ids: readonly string[] | null
}
/** Leads of a growth project that mail was exchanged with, the newest mail first. */
export const leadThreads = async (
  tx: Transaction,
  growthProjectId: string,
  filter: ThreadFilter,
  after: Cursor,
  limit: number,
) =>
  cutPage(await page(tx, { ...after, growthProjectId, ...filter, rows: limit + 1 }), limit, ({ lastMailAt: at, id }) =>
    Buffer.from(`${at.toISOString()} ${id}`).toString('base64url'),
  )

const writtenTo = statement<MailboxFilter, { id: string }>(
  'growth-lead.written-to',
  `select id from growth_lead
   where workspace_id = :workspace and ${isOfMailbox('address')} and contacted_at is not null
   order by contacted_at desc, id desc limit 1`,
)
/** The lead with an address, with any tag, that got the last mail. */
export const leadWrittenTo = async (tx: Transaction, address: string): Promise<string | undefined> =>
  (await writtenTo(tx, mailboxFilter(address))).at(0)?.id

const reply = statement<{ id: string; now: Date; intent: string | null }>(
  'growth-lead.reply',
  'update growth_lead set replied_at = :now, reply_intent = :intent where workspace_id = :workspace and id = :id',
)
/** Records that mail of a lead came in, and its wish. */
export const markReplied = (tx: Transaction, id: string, now: Date, intent: string | null) =>
  reply(tx, { id, now, intent })

const sort = statement<{ id: string; intent: string | null }>(
  'growth-lead.sort-reply',
  `update growth_lead set reply_intent = :intent
   where workspace_id = :workspace and id = :id and replied_at is not null`,
)
/** Sets the wish of a lead's newest mail. */
export const saveReplyIntent = (tx: Transaction, id: string, intent: string | null) => sort(tx, { id, intent })
