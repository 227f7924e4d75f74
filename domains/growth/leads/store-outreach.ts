import { matchStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isOfMailbox, mailboxFilter, type MailboxFilter } from '../suppression/index.ts'
import { growthLead, type LeadRow } from './tables.ts'
import { cursorAfter, cutPage, type Cursor } from '../../../platform/db/page.ts'

const { columns } = growthLead

/** Ends the sequence of a lead. The first reason stays. */
export const stopLead = statement<{ readonly id: string; readonly reason: string; readonly now: Date }>(
  'growth-lead.stop',
  `update growth_lead set sequence_stopped_at = :now, sequence_stop_reason = :reason
   where workspace_id = :workspace and id = :id and sequence_stopped_at is null`,
)

/** Restarts the sequence of a lead: mails that were sent are not sent again, and the others can be written. */
export const restartLead = statement<{ id: string }>(
  'growth-lead.restart',
  `update growth_lead set sequence_stopped_at = null, sequence_stop_reason = null where workspace_id = :workspace and id = :id`,
)

/** Records an opt-out: permanent, or with the mail whose wish can be taken back, if there was no other. */
export const optOutLead = statement<{ id: string; now: Date; messageId: string | null }>(
  'growth-lead.opt-out',
  `update growth_lead set opted_out_at = coalesce(opted_out_at, :now),
     opt_out_message_id = case when opted_out_at is null or opt_out_message_id = :messageId then :messageId::uuid end
   where workspace_id = :workspace and id = :id`,
)

/** Deletes an opt-out that does not last. */
export const clearOptOut = statement<{ id: string }>(
  'growth-lead.take-back-opt-out',
  `update growth_lead set opted_out_at = null, opt_out_message_id = null
   where workspace_id = :workspace and id = :id and opt_out_message_id is not null`,
)

const optedOut = matchStatement<MailboxFilter & { id: string }, { id: string }>(
  'growth-lead.opted-out-beside',
  `select id from growth_lead where workspace_id = :workspace and id <> :id and opted_out_at is not null
     and ${isOfMailbox('address')} limit 1`,
)
/** True if another lead of a mailbox opted out. */
export const isOptedOutBeside = (tx: Transaction, id: string, address: string) =>
  optedOut(tx, { id, ...mailboxFilter(address) })

/** Records that mail was sent to a lead. */
export const markContacted = statement<{ id: string; now: Date }>(
  'growth-lead.contact',
  'update growth_lead set contacted_at = :now where workspace_id = :workspace and id = :id',
)

const isFree = `growth_play_id is null and status <> 'disqualified' and opted_out_at is null and contacted_at is null`

interface LeadChoice {
  readonly growthProjectId: string
  readonly growthPlayId: string
  /** Null for all. */
  readonly ids: readonly string[] | null
  readonly listId: string | null
  readonly limit: number
}
const choose = statement<LeadChoice, { id: string }>(
  'growth-lead.choose',
  `update growth_lead set growth_play_id = :growthPlayId
   where id = any(array(select id from growth_lead
     where workspace_id = :workspace and growth_project_id = :growthProjectId and ${isFree}
       and (:ids::uuid[] is null or id = any(:ids::uuid[])) and (:listId::uuid is null or lead_list_id = :listId)
     order by id limit :limit for update skip locked))
   returning id`,
)
/** Assigns leads of a growth project that are in no play to a play, and returns their number. */
export const chooseLeads = async (tx: Transaction, choice: LeadChoice) => (await choose(tx, choice)).length

/** The leads of a play after a given lead, in the order of their ids. */
export const leadsOfPlay = statement<
  { growthPlayId: string; ids: readonly string[] | null; after: string | null; limit: number },
  LeadRow
>(
  'growth-lead.of-play',
  `select ${columns} from growth_lead
   where workspace_id = :workspace and growth_play_id = :growthPlayId and (:after::uuid is null or id > :after)
     and (:ids::uuid[] is null or id = any(:ids::uuid[])) order by id limit :limit`,
)

/** Queues leads for their mail. */
export const queueLeads = statement<{ ids: readonly string[]; now: Date }>(
  'growth-lead.queue',
  `update growth_lead set status = 'queued', status_changed_at = :now
   where workspace_id = :workspace and id = any(:ids::uuid[]) and status = 'new'`,
)

/** How many leads of a play have each status; `ended` are those whose sequence ended, and that are not disqualified. */
export const countLeadsOfPlay = statement<{ growthPlayId: string }, { status: string; leads: number }>(
  'growth-lead.count-of-play',
  `select case when status <> 'disqualified' and sequence_stopped_at is not null then 'ended' else status end as status,
     count(*)::int as leads from growth_lead
   where workspace_id = :workspace and growth_play_id = :growthPlayId group by 1`,
)

const optOuts = statement<{ growthPlayId: string }, { leads: number }>(
  'growth-lead.count-opt-outs',
  `select count(*)::int as leads from growth_lead
   where workspace_id = :workspace and growth_play_id = :growthPlayId and opted_out_at is not null`,
)
/** How many leads of a play want no mail. */
export const countOptOuts = async (tx: Transaction, growthPlayId: string) =>
  (await optOuts(tx, { growthPlayId }))[0]!.leads

const toLookUp = statement<{ growthPlayId: string; limit: number }, { id: string }>(
  'growth-lead.to-look-up',
  `select id from growth_lead where workspace_id = :workspace and growth_play_id = :growthPlayId and status = 'new'
     and looked_up_at is null and lookup_pass_id is null order by id limit :limit`,
)
/** The leads of a play that were never looked up. */
export const leadIdsToLookUp = async (tx: Transaction, growthPlayId: string, limit: number) =>
  (await toLookUp(tx, { growthPlayId, limit })).map(({ id }) => id)

/** A lead that mail was exchanged with. */
export interface LeadThread extends LeadRow {
  readonly lastMailAt: Date
  readonly repliedAt: Date | null
  readonly replyIntent: string | null
}

const lastMailAt = 'greatest(growth_lead.contacted_at, growth_lead.replied_at)'
interface ThreadFilter {
  /** True to list only leads that wrote back. */
  readonly isReplied: boolean
  readonly intent: string | null
  /** Only these leads; null for all. */
  readonly ids: readonly string[] | null
}
const page = statement<Cursor & ThreadFilter & { growthProjectId: string; rows: number }, LeadThread>(
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

/** Leads of a growth project that mail was exchanged with, the newest mail first. */
export const leadThreads = async (
  tx: Transaction,
  growthProjectId: string,
  filter: ThreadFilter,
  after: Cursor,
  limit: number,
) =>
  cutPage(await page(tx, { ...after, growthProjectId, ...filter, rows: limit + 1 }), limit, ({ lastMailAt: at, id }) =>
    cursorAfter(at, id),
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

/** Records that mail of a lead came in, and its wish. */
export const markReplied = statement<{ id: string; now: Date; intent: string | null }>(
  'growth-lead.reply',
  'update growth_lead set replied_at = :now, reply_intent = :intent where workspace_id = :workspace and id = :id',
)

/** Sets the wish of a lead's newest mail. */
export const saveReplyIntent = statement<{ id: string; intent: string | null }>(
  'growth-lead.sort-reply',
  `update growth_lead set reply_intent = :intent
   where workspace_id = :workspace and id = :id and replied_at is not null`,
)
