import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import {
  oneRowStatement,
  rowStatement,
  statement,
  json,
  type Json,
  type NoValues,
} from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto, type RowOf } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { isMailOver } from '../../../platform/mail/index.ts'
import type { EndedState } from './rules.ts'
import {
  invoiceLetter,
  type InvoiceLetterRow,
  invoiceReminders,
  reminderObstacle,
  type RemindersRow,
} from './tables.ts'
import { isIdentitySavedAfter } from '../billables/index.ts'

const { columns } = invoiceLetter

interface NewLetter extends Omit<
  InvoiceLetterRow,
  'invoiceStatus' | 'xmlOmitted' | 'xmlLacks' | 'withdrawnAt' | 'outcome' | 'reason' | 'endedAt'
> {
  readonly invoiceStatus: string
  readonly xmlOmitted: string | null
  readonly xmlLacks: readonly string[]
  /** Null for an automatic letter. */
  readonly createdBy: string | null
}
export const insertLetter = oneRowStatement<NewLetter, InvoiceLetterRow>(
  'client-invoice-letter.insert',
  insertInto(
    invoiceLetter,
    [
      ...(['id', 'invoiceId', 'mailId', 'kind', 'dayOffset', 'invoiceStatus', 'recipient', 'language'] as const),
      ...(['hasXml', 'xmlOmitted', 'xmlLacks', 'payLink', 'evidenceSha256', 'documentHashes'] as const),
      ...(['createdAt', 'createdBy'] as const),
    ],
    { workspaceId: ':workspace' },
    `returning ${columns}`,
  ),
)

const page = statement<{ invoiceId: string; at: string; id: string; rows: number }, InvoiceLetterRow>(
  'client-invoice-letter.page',
  `select ${columns} from client_invoice_letter
   where workspace_id = :workspace and invoice_id = :invoiceId and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const letterPage = async (tx: Transaction, invoiceId: string, after: Cursor, limit: number) =>
  pageOf(await page(tx, { ...after, invoiceId, rows: limit + 1 }), limit)

export const letterOfMail = rowStatement<{ mailId: string }, InvoiceLetterRow>(
  'client-invoice-letter.of-mail',
  `select ${columns} from client_invoice_letter where workspace_id = :workspace and mail_id = :mailId`,
)

/** Withdraws a letter: it is not to go any more, also if its mail reports otherwise. */
export const withdrawLetter = statement<{ id: string; now: Date }>(
  'client-invoice-letter.withdraw',
  `update client_invoice_letter set withdrawn_at = :now
   where workspace_id = :workspace and id = :id and withdrawn_at is null`,
)

/** Workspaces with letters whose mail is over and whose outcome is not stored yet. */
export const lettersOverIn = workspacesDue(
  'client-invoice-letter-over',
  `client_invoice_letter l where l.outcome is null and ${isMailOver('l.mail_id')}`,
)

/** Letters whose mail is over, held until the transaction ends. */
export const lettersOver = statement<{ limit: number }, InvoiceLetterRow>(
  'client-invoice-letter.over',
  `select ${columns} from client_invoice_letter
   where workspace_id = :workspace and outcome is null and ${isMailOver('mail_id')}
   order by created_at limit :limit for update skip locked`,
)

/** Records the end of a letter; undefined if that is known already. */
export const endLetter = rowStatement<
  { id: string; outcome: EndedState; reason: string | null; endedAt: Date },
  InvoiceLetterRow
>(
  'client-invoice-letter.end',
  `update client_invoice_letter set outcome = :outcome, reason = :reason, ended_at = :endedAt
   where workspace_id = :workspace and id = :id and outcome is null returning ${columns}`,
)

const { columns: reminderColumns } = invoiceReminders

/** Every setting of the workspace: its own, and the settings of client accounts. */
export const reminderSettings = statement<NoValues, RemindersRow & { sinceDay: string }>(
  'invoice-reminders.all',
  `select ${reminderColumns}, ((updated_at at time zone workspace_time_zone())::date)::text as "sinceDay"
   from invoice_reminders where workspace_id = :workspace`,
)

type SavedReminders = Pick<RemindersRow, 'clientAccountId' | 'days'> & ChangedBy
const put = oneRowStatement<Omit<SavedReminders, 'days'> & { days: Json }, RemindersRow>(
  'invoice-reminders.put',
  insertInto(
    invoiceReminders,
    ['clientAccountId', 'days'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id, client_account_id) do update set days = excluded.days, updated_at = excluded.updated_at,
       updated_by = excluded.updated_by returning ${reminderColumns}`,
  ),
)
export const putReminders = (tx: Transaction, saved: SavedReminders) => put(tx, { ...saved, days: json(saved.days) })

/** Deletes the client account's own setting; the workspace's applies. */
export const removeReminders = statement<{ clientAccountId: string }>(
  'invoice-reminders.remove',
  'delete from invoice_reminders where workspace_id = :workspace and client_account_id = :clientAccountId',
)

const on = statement<NoValues, { workspaceId: string }>(
  'invoice-reminders.on-in',
  `select distinct workspace_id as "workspaceId" from invoice_reminders where days <> '[]'`,
)
/** All workspaces that remind at all: a turn ends none of them, so that a limit would leave the same ones out each time. */
export const remindersOnIn = async (tx: Transaction) => (await on(tx)).map(({ workspaceId }) => workspaceId)

const today = oneRowStatement<{ now: Date }, { today: string }>(
  'invoice-reminders.today',
  `select ((:now::timestamptz at time zone workspace_time_zone())::date)::text as today`,
)
/** The day in the workspace's time zone. */
export const workspaceToday = async (tx: Transaction, now: Date) => (await today(tx, { now })).today

/** The reminders of these invoices that were written, or cannot go as long as the billing identity stays unchanged. */
export const remindersOver = statement<
  { invoiceIds: readonly string[] },
  { invoiceId: string | null; dayOffset: number | null }
>(
  'invoice-reminders.over',
  `select invoice_id as "invoiceId", day_offset as "dayOffset" from client_invoice_letter
   where workspace_id = :workspace and invoice_id = any(:invoiceIds) and kind = 'reminder'
   union all
   select invoice_id, day_offset from invoice_reminder_obstacle o
   where workspace_id = :workspace and invoice_id = any(:invoiceIds) and not ${isIdentitySavedAfter('o.created_at')}`,
)

/** Keeps why a reminder that is due cannot go; `field` has characters that no font has, and is null of another reason. */
export const recordObstacle = statement<Omit<RowOf<typeof reminderObstacle>, 'createdAt'> & { now: Date }>(
  'invoice-reminders.hinder',
  insertInto(
    reminderObstacle,
    ['invoiceId', 'dayOffset', 'reason', 'field'],
    { workspaceId: ':workspace', createdAt: ':now' },
    `on conflict (workspace_id, invoice_id, day_offset) do update set reason = excluded.reason, field = excluded.field,
       created_at = excluded.created_at`,
  ),
)
