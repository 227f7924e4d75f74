import { daysBetween } from '../../../accounts/workspaces/rules/day.ts'

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
