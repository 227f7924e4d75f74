import type { InvoiceStatus } from '../invoices/rules.ts'
import { daysBetween } from '../../accounts/workspaces/rules.ts'

export const letterKinds = ['invoice', 'reminder'] as const
export type InvoiceLetterKind = (typeof letterKinds)[number]

/** `outbox`: in the outbox folder, without a mail server. `removed`: the mail was erased before it was over. */
export const letterStates = ['waiting', 'sent', 'outbox', 'refused', 'withdrawn', 'removed'] as const
type LetterState = (typeof letterStates)[number]
export type EndedState = Exclude<LetterState, 'waiting'>

export const attachmentKinds = ['pdf', 'xml', 'evidence'] as const

/** Why a letter has the link to pay, or has none. */
export const payLinks = ['given', 'not_payable', 'no_portal'] as const
export type PayLink = (typeof payLinks)[number]

/** Their kind in the mail queue. */
export const invoiceMailKind = 'client_invoice.letter'

interface Mailed {
  readonly state: 'queued' | 'sent' | 'outbox' | 'failed'
}

/** The state of a letter, by its mail, which does not exist any more after the queue has removed it. */
export const stateOf = (mail: Mailed | undefined, isWithdrawn: boolean): LetterState => {
  if (!mail) return 'removed'
  if (mail.state === 'queued') return 'waiting'
  if (mail.state !== 'failed') return mail.state
  return isWithdrawn ? 'withdrawn' : 'refused'
}

type SendingObstacle = 'notIssued' | 'isVoid' | 'noAddress'

interface Sendable {
  readonly status: InvoiceStatus
  readonly invoiceNumber: string | null
  readonly buyerBillingEmail: string | null
}

/** Why an invoice does not go by letter; undefined if it does. The letter of a paid invoice reports it as paid. */
export const obstacleToSending = (invoice: Sendable): SendingObstacle | undefined => {
  if (invoice.invoiceNumber === null) return 'notIssued'
  if (invoice.status === 'void') return 'isVoid'
  return invoice.buyerBillingEmail === null ? 'noAddress' : undefined
}

interface WrittenLetter {
  readonly kind: InvoiceLetterKind
  readonly invoiceStatus: InvoiceStatus
  readonly createdAt: Date
}

/**
 * True if a waiting letter may still go: the invoice is unchanged since the letter was written. A reminder names the
 * due amount, which a payment since then changes.
 */
export const isStillTrue = (
  { kind, invoiceStatus, createdAt }: WrittenLetter,
  current: { readonly status: InvoiceStatus; readonly movedAt: Date | null },
): boolean =>
  invoiceStatus === current.status && (kind === 'invoice' || current.movedAt === null || current.movedAt <= createdAt)

/** So many days after an invoice is due; negative before. */
export const earliestDay = -30
export const latestDay = 90
export const daysMost = 10

/** Days as `YYYY-MM-DD` in the workspace's time zone. */
interface ReminderCandidate {
  readonly dueDay: string
  readonly issuedDay: string
}

interface ReminderSetting {
  readonly clientAccountId: string | null
  readonly days: readonly number[]
  /** The day on which the setting was saved: earlier reminders are never caught up on. */
  readonly sinceDay: string
}

/** The days by which an invoice is overdue; negative before it is due. */
export const daysLate = ({ dueDay }: Pick<ReminderCandidate, 'dueDay'>, today: string): number =>
  daysBetween(dueDay, today)

/** The setting that holds for a client account: its own, else that of the workspace. */
export const settingFor = (
  settings: readonly ReminderSetting[],
  clientAccountId: string,
): ReminderSetting | undefined =>
  settings.find((one) => one.clientAccountId === clientAccountId) ??
  settings.find((one) => one.clientAccountId === null)

/**
 * The reminder of an unpaid invoice that goes today, by its day; undefined if none does. The last of several
 * outstanding ones goes, and those before it never do. One from before the due day does not go after it, and none goes
 * for a day before the invoice was issued or the setting was saved.
 */
export const reminderOn = (
  today: string,
  invoice: ReminderCandidate,
  { days, sinceDay }: Pick<ReminderSetting, 'days' | 'sinceDay'>,
  sent: readonly number[],
): number | undefined => {
  const late = daysLate(invoice, today)
  const first = Math.max(daysLate(invoice, sinceDay), daysLate(invoice, invoice.issuedDay))
  const outstanding = days.filter((day) => day <= late && day >= first && (day > 0 || late <= 0))
  const last = Math.max(...outstanding)
  return outstanding.length > 0 && sent.every((day) => day < last) ? last : undefined
}
