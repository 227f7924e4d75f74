import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { json, type Json, matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import type { MessageStatus } from './rules.ts'
import { growthMessage, type MessageRow } from './tables.ts'

const { columns } = growthMessage

interface Choice {
  readonly growthProjectId: string
  readonly growthPlayId: string | null
  readonly leadId: string | null
  readonly status: MessageStatus | null
}
const page = statement<Cursor & Choice & { rows: number }, MessageRow>(
  'growth-draft.page',
  `select ${columns} from growth_message
   where workspace_id = :workspace and growth_project_id = :growthProjectId and (created_at, id) < (:at, :id)
     and (:growthPlayId::uuid is null or growth_play_id = :growthPlayId)
     and (:leadId::uuid is null or lead_id = :leadId) and (:status::text is null or status = :status)
   order by created_at desc, id desc limit :rows`,
)
/** Mails of a growth project, newest first. */
export const messagePage = async (tx: Transaction, choice: Choice, after: Cursor, limit: number) =>
  pageOf(await page(tx, { ...choice, ...after, rows: limit + 1 }), limit)

/** The mails among these that belong to a growth project, by their leads. */
export const messagesById = statement<
  { growthProjectId: string; ids: readonly string[] },
  { id: string; leadId: string }
>(
  'growth-draft.by-ids',
  `select id, lead_id as "leadId" from growth_message
   where workspace_id = :workspace and growth_project_id = :growthProjectId and id = any(:ids::uuid[])
   order by lead_id, id`,
)

/** The mails of the sequence that are written for these leads. */
export const writtenSteps = statement<
  { growthPlayId: string; leadIds: readonly string[] },
  { leadId: string; step: number | null }
>(
  'growth-draft.written',
  `select lead_id as "leadId", step from growth_message
   where workspace_id = :workspace and growth_play_id = :growthPlayId and lead_id = any(:leadIds::uuid[])
     and step is not null and status <> 'cancelled'`,
)

/** The mail of a step that is written for a lead. */
export const stepOfLead = rowStatement<
  { leadId: string; growthPlayId: string; step: number },
  { subject: string; body: string }
>(
  'growth-draft.of-step',
  `select subject, body from growth_message where workspace_id = :workspace and lead_id = :leadId
     and growth_play_id = :growthPlayId and step = :step and status <> 'cancelled'`,
)

// A mail without `dueAt` waits until the mail before it was sent.
const draftFields = ['id', 'growthProjectId', 'leadId', 'subject', 'body', 'citations', 'writtenBy', 'dueAt'] as const
export interface NewDraft extends Pick<MessageRow, (typeof draftFields)[number]> {
  readonly growthPlayId: string
  readonly step: number
  readonly status: 'draft' | 'approved'
  readonly author: 'model' | 'person'
  readonly now: Date
}
const insert = matchStatement<Omit<NewDraft, 'citations'> & { citations: Json }, { id: string }>(
  'growth-draft.insert',
  insertInto(
    growthMessage,
    [...draftFields, 'growthPlayId', 'step', 'status', 'author'],
    {
      workspaceId: ':workspace',
      direction: `'out'`,
      approvedAt: `case when :status = 'approved' then :now::timestamptz end`,
      createdAt: ':now',
    },
    `on conflict (lead_id, growth_play_id, step) where step is not null and status <> 'cancelled' do nothing returning id`,
  ),
)
/** Adds a draft; false if that mail of the sequence is written already. */
export const addDraft = (tx: Transaction, draft: NewDraft) => insert(tx, { ...draft, citations: json(draft.citations) })

type Approved = ChangedBy & Pick<MessageRow, 'id' | 'subject' | 'body' | 'citations'>
const approve = rowStatement<Omit<Approved, 'citations'> & { citations: Json }, MessageRow>(
  'growth-draft.approve',
  `update growth_message set status = 'approved', subject = :subject, body = :body, citations = :citations,
     approved_by = :userId, approved_at = :now, failure = null, attempts = 0
   where workspace_id = :workspace and id = :id and status = 'draft' returning ${columns}`,
)
/** Approves a draft; undefined if it is no draft any more. */
export const approveDraft = (tx: Transaction, approved: Approved) =>
  approve(tx, { ...approved, citations: json(approved.citations) })

/** Cancels a mail that waits; undefined if it does not. */
export const discardMessage = rowStatement<{ id: string }, MessageRow>(
  'growth-draft.discard',
  `update growth_message set status = 'cancelled'
   where workspace_id = :workspace and id = :id and direction = 'out' and status in ('draft', 'approved')
   returning ${columns}`,
)

/** Stores a person's decision about a mail of unknown delivery; an unsent mail of a sequence is a draft again. */
export const resolveMessage = rowStatement<{ id: string; isDelivered: boolean; userId: string; now: Date }, MessageRow>(
  'growth-draft.resolve',
  `update growth_message set status = case when :isDelivered then 'sent' when step is null then 'refused' else 'draft' end,
     sent_at = case when :isDelivered then handed_over_at end, resolved_by = :userId,
     approved_by = case when :isDelivered or step is null then approved_by end,
     approved_at = case when :isDelivered or step is null then approved_at end,
     due_at = case when :isDelivered then due_at else :now end,
     failure = case when :isDelivered then null else 'not_delivered' end
   where workspace_id = :workspace and id = :id and status = 'unknown' returning ${columns}`,
)
