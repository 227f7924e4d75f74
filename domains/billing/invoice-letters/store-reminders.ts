import { json, statement, type Json, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isIdentitySavedAfter } from '../billables/index.ts'
import { invoiceReminders, reminderObstacle, type RemindersRow } from './tables.ts'

const { columns } = invoiceReminders

/** Every setting of the workspace: its own, and the settings of client accounts. */
export const reminderSettings = statement<NoValues, RemindersRow & { sinceDay: string }>(
  'invoice-reminders.all',
  `select ${columns}, ((updated_at at time zone workspace_time_zone())::date)::text as "sinceDay"
   from invoice_reminders where workspace_id = :workspace`,
)

interface SavedReminders {
  readonly clientAccountId: string | null
  readonly days: readonly number[]
  readonly now: Date
  readonly userId: string
}
const put = statement<Omit<SavedReminders, 'days'> & { days: Json }, RemindersRow>(
  'invoice-reminders.put',
  insertInto(
    invoiceReminders,
    ['clientAccountId', 'days'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id, client_account_id) do update set days = excluded.days, updated_at = excluded.updated_at,
       updated_by = excluded.updated_by returning ${columns}`,
  ),
)
export const putReminders = async (tx: Transaction, saved: SavedReminders) =>
  (await put(tx, { ...saved, days: json(saved.days) }))[0]!

const remove = statement<{ clientAccountId: string }>(
  'invoice-reminders.remove',
  'delete from invoice_reminders where workspace_id = :workspace and client_account_id = :clientAccountId',
)
/** Deletes the client account's own setting; the workspace's applies. */
export const removeReminders = (tx: Transaction, clientAccountId: string) => remove(tx, { clientAccountId })

const on = statement<NoValues, { workspaceId: string }>(
  'invoice-reminders.on-in',
  `select distinct workspace_id as "workspaceId" from invoice_reminders where days <> '[]'`,
)
/** All workspaces that remind at all: a turn ends none of them, so that a limit would leave the same ones out each time. */
export const remindersOnIn = async (tx: Transaction) => (await on(tx)).map(({ workspaceId }) => workspaceId)

const today = statement<{ now: Date }, { today: string }>(
  'invoice-reminders.today',
  `select ((:now::timestamptz at time zone workspace_time_zone())::date)::text as today`,
)
/** The day in the workspace's time zone. */
export const workspaceToday = async (tx: Transaction, now: Date) => (await today(tx, { now }))[0]!.today

const over = statement<{ invoiceIds: readonly string[] }, { invoiceId: string | null; dayOffset: number | null }>(
  'invoice-reminders.over',
  `select invoice_id as "invoiceId", day_offset as "dayOffset" from client_invoice_letter
   where workspace_id = :workspace and invoice_id = any(:invoiceIds) and kind = 'reminder'
   union all
   select invoice_id, day_offset from invoice_reminder_obstacle o
   where workspace_id = :workspace and invoice_id = any(:invoiceIds) and not ${isIdentitySavedAfter('o.created_at')}`,
)
/** The reminders of these invoices that were written, or cannot go as long as the billing identity stays unchanged. */
export const remindersOver = (tx: Transaction, invoiceIds: readonly string[]) => over(tx, { invoiceIds })

interface ReminderObstacle {
  readonly invoiceId: string
  readonly dayOffset: number
  readonly reason: string
  /** The field with characters that no font has; null of another reason. */
  readonly field: string | null
  readonly now: Date
}
/** Keeps why a reminder that is due cannot go. */
export const keepObstacle = statement<ReminderObstacle>(
  'invoice-reminders.hinder',
  insertInto(
    reminderObstacle,
    ['invoiceId', 'dayOffset', 'reason', 'field'],
    { workspaceId: ':workspace', createdAt: ':now' },
    `on conflict (workspace_id, invoice_id, day_offset) do update set reason = excluded.reason, field = excluded.field,
       created_at = excluded.created_at`,
  ),
)
