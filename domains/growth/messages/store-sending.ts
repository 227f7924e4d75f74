import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { joinLead } from '../leads/index.ts'
import { joinActivePlay } from '../plays/index.ts'
import { growthMessage, type MessageRow } from './tables.ts'

const { columns } = growthMessage

type DueMail = Pick<MessageRow, 'id' | 'leadId'>
// Sorted only by time, as the index is: a run's mails are all due at once, and sorting them for each one is slow.
/** The next mail of a sequence that is due. Its lead is locked; another sender takes another lead. */
export const nextStep = rowStatement<{ now: Date }, DueMail>(
  'growth-sending.next-step',
  `select m.id, m.lead_id as "leadId" from growth_message m
     ${joinLead('m.lead_id')} ${joinActivePlay('m.growth_play_id')}
   where m.workspace_id = :workspace and m.status = 'approved' and m.due_at <= :now and m.step is not null
   order by m.due_at limit 1 for update of lead skip locked`,
)

/** The next reply of a person that is due, in the same way. */
export const nextReply = rowStatement<{ now: Date }, DueMail>(
  'growth-sending.next-reply',
  `select m.id, m.lead_id as "leadId" from growth_message m ${joinLead('m.lead_id')}
   where m.workspace_id = :workspace and m.status = 'approved' and m.due_at <= :now and m.step is null
   order by m.due_at limit 1 for update of lead skip locked`,
)

const previous = statement<{ leadId: string; growthPlayId: string | null; step: number }, MessageRow>(
  'growth-sending.previous',
  `select ${columns} from growth_message
   where workspace_id = :workspace and lead_id = :leadId and growth_play_id = :growthPlayId and step < :step
   order by step desc limit 10`,
)
/** The mails of the sequence before one, cancelled ones too, the newest first. */
export const previousSteps = (tx: Transaction, { leadId, growthPlayId, step }: MessageRow) =>
  previous(tx, { leadId, growthPlayId, step: step! })

/** Marks a mail as being handed over; undefined if another sender does. */
export const beginSending = rowStatement<
  Pick<MessageRow, 'id' | 'inReplyTo' | 'referenceIds'> & { mailboxId: string; messageId: string; now: Date },
  MessageRow
>(
  'growth-sending.begin',
  `update growth_message set status = 'sending', mailbox_id = :mailboxId, message_id = :messageId,
     in_reply_to = :inReplyTo, reference_ids = :referenceIds, handed_over_at = :now, attempts = attempts + 1,
     failure = null
   where workspace_id = :workspace and id = :id and status = 'approved' returning ${columns}`,
)

const postpone = rowStatement<{ id: string; until: Date; failure: string | null }, MessageRow>(
  'growth-sending.postpone',
  `update growth_message set status = 'approved', due_at = :until, failure = :failure
   where workspace_id = :workspace and id = :id and status in ('approved', 'sending') returning ${columns}`,
)
/** Postpones a mail before its hand-over. `failure` is why it waits now; null for no reason to show. */
export const postponeMail = (tx: Transaction, id: string, until: Date, failure: string | null) =>
  postpone(tx, { id, until, failure: failureText(failure) })

interface WaitingMails {
  readonly growthPlayId: string
  /** Only mails that follow a mail of this mailbox; null for all. */
  readonly mailboxId: string | null
  readonly now: Date
  readonly until: Date
  readonly failure: string | null
}
const postponeAll = statement<WaitingMails, { id: string }>(
  'growth-sending.postpone-all',
  `update growth_message set due_at = :until, failure = :failure
   where workspace_id = :workspace and id in (select m.id from growth_message m
     where m.workspace_id = :workspace and m.growth_play_id = :growthPlayId and m.status = 'approved'
       and m.due_at <= :now and m.step is not null
       and (:mailboxId::uuid is null or :mailboxId = (select before.mailbox_id from growth_message before
         where before.workspace_id = :workspace and before.lead_id = m.lead_id
           and before.growth_play_id = :growthPlayId and before.step < m.step and before.status <> 'cancelled'
         order by before.step desc limit 1))
     for update of m skip locked) returning id`,
)
/** Postpones due mails of a play that only this mailbox can send; skips locked rows. */
export const postponeDue = (tx: Transaction, mails: WaitingMails) =>
  postponeAll(tx, { ...mails, failure: failureText(mails.failure) })

const untried = rowStatement<{ id: string; until: Date; failure: string | null }, MessageRow>(
  'growth-sending.postpone-untried',
  `update growth_message set status = 'approved', due_at = :until, failure = :failure, attempts = attempts - 1
   where workspace_id = :workspace and id = :id and status = 'sending' returning ${columns}`,
)
/** Postpones a mail whose mailbox could not be reached, which counts as no attempt. */
export const postponeUntried = (tx: Transaction, id: string, until: Date, failure: string) =>
  untried(tx, { id, until, failure: failureText(failure) })

/** Makes a mail a draft again, for a person to look at. */
export const returnMail = statement<{ id: string; failure: string }>(
  'growth-sending.return',
  `update growth_message set status = 'draft', failure = :failure, approved_by = null, approved_at = null
   where workspace_id = :workspace and id = :id and status = 'approved'`,
)

/** Turns refused mails of a lead's sequence into drafts again, so that a restarted sequence can continue. */
export const retryRefused = statement<{ leadId: string; growthPlayId: string; now: Date }>(
  'growth-sending.retry-refused',
  `update growth_message set status = 'draft', approved_by = null, approved_at = null, due_at = :now
   where workspace_id = :workspace and lead_id = :leadId and growth_play_id = :growthPlayId and status = 'refused'`,
)

type SendingEnd = 'sent' | 'refused' | 'unknown'
const end = rowStatement<{ id: string; status: SendingEnd; failure: string | null; now: Date }, MessageRow>(
  'growth-sending.end',
  `update growth_message set status = :status, failure = :failure,
     sent_at = case when :status = 'sent' then :now::timestamptz end
   where workspace_id = :workspace and id = :id and status = 'sending' returning ${columns}`,
)
/** Stores the result of a hand-over; undefined if it is stored already. */
export const endSending = (tx: Transaction, id: string, status: SendingEnd, failure: string | null, now: Date) =>
  end(tx, { id, status, failure: failureText(failure), now })

/** Cancels a mail that waits, with the reason. */
export const cancelMail = rowStatement<{ id: string; failure: string }, MessageRow>(
  'growth-sending.cancel',
  `update growth_message set status = 'cancelled', failure = :failure
   where workspace_id = :workspace and id = :id and status = 'approved' returning ${columns}`,
)

const due = statement<{ limit: number; before: Date }, { workspaceId: string }>(
  'growth-sending.due-in',
  `select distinct workspace_id as "workspaceId" from growth_message
   where (status = 'approved' and due_at <= now()::timestamptz(3)) or (status = 'sending' and handed_over_at < :before) limit :limit`,
)
/** Workspaces with mails that are due, or were being handed over before that time and are still. */
export const mailsDueIn = async (tx: Transaction, limit: number, before: Date) =>
  (await due(tx, { limit, before })).map(({ workspaceId }) => workspaceId)

const abandon = statement<{ before: Date; limit: number; failure: string }, MessageRow>(
  'growth-sending.abandon',
  `update growth_message set status = 'unknown', failure = :failure
   where id = any(array(select id from growth_message
     where workspace_id = :workspace and status = 'sending' and handed_over_at < :before
     order by handed_over_at limit :limit for update skip locked))
   returning ${columns}`,
)
/** Marks mails as of unknown delivery whose process died while it handed them over. */
export const abandonMails = (tx: Transaction, before: Date, limit: number) =>
  abandon(tx, { before, limit, failure: 'The program ended while this mail was handed over.' })

/** The answer of a mail server or a mailbox, as it is stored; null without one. */
const failureText = (answer: string | null): string | null => (answer ? answer.slice(0, 1_000) : null)

/** The last mail of the sequence that a lead got. */
export const lastSentStep = rowStatement<{ leadId: string; growthPlayId: string }, MessageRow>(
  'growth-sending.last-sent',
  `select ${columns} from growth_message
   where workspace_id = :workspace and lead_id = :leadId and growth_play_id = :growthPlayId and step is not null
     and status = 'sent' order by step desc limit 1`,
)

/** Sets when the mail after a step is due. */
export const setNextDue = statement<{ leadId: string; growthPlayId: string; step: number; dueAt: Date }>(
  'growth-sending.set-due',
  `update growth_message set due_at = :dueAt
   where workspace_id = :workspace and lead_id = :leadId and growth_play_id = :growthPlayId
     and status in ('draft', 'approved') and step = (select min(step) from growth_message
       where workspace_id = :workspace and lead_id = :leadId and growth_play_id = :growthPlayId and step > :step
         and status <> 'cancelled')`,
)

const waiting = `direction = 'out' and status in ('draft', 'approved')`

/** Cancels the mails of the sequence of a lead that wait. */
export const cancelSteps = statement<{ leadId: string }>(
  'growth-message.cancel-steps',
  `update growth_message set status = 'cancelled'
   where workspace_id = :workspace and lead_id = :leadId and step is not null and ${waiting}`,
)

/** Cancels every mail to a lead that waits. */
export const cancelMails = statement<{ leadId: string }>(
  'growth-message.cancel-all',
  `update growth_message set status = 'cancelled' where workspace_id = :workspace and lead_id = :leadId and ${waiting}`,
)
