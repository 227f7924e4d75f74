import { invoiceLetters } from '../../../../domains/billing/invoice-letters/contract.ts'
import { usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { counted, printable } from '../../terminal/text.ts'
import { accountNamed } from './invoices.ts'

interface ReminderOptions {
  readonly client?: string
  readonly days?: string
}

/** `atelier invoices reminders`: prints or sets the days of reminders, for the workspace or a client account. */
export const remindOfInvoices = (session: Session, { client, days }: ReminderOptions): Promise<void> =>
  client === undefined ? ofWorkspace(session, days) : ofClient(session, client, days)

const ofWorkspace = async ({ client, output }: Session, days: string | undefined) => {
  const at = await client()
  const reminders =
    days === undefined
      ? await at.call(invoiceLetters.getInvoiceReminders)
      : await at.call(invoiceLetters.saveInvoiceReminders, { body: { days: daysOf(days) } })
  output.show(reminders, daysText(reminders.days))
}

const ofClient = async ({ client, output }: Session, named: string, days: string | undefined) => {
  const at = await client()
  const params = { clientAccountId: await accountNamed(at, named) }
  const body = { days: days === 'default' ? null : daysOf(days ?? 'none') }
  const reminders =
    days === undefined
      ? await at.call(invoiceLetters.getClientInvoiceReminders, { params })
      : await at.call(invoiceLetters.saveClientInvoiceReminders, { params, body })
  output.show(
    reminders,
    `${daysText(reminders.effectiveDays)}${reminders.days === null ? ' As the workspace does.' : ''}`,
  )
}

const daysOf = (text: string): number[] => {
  if (text === 'none') return []
  const days = text.split(',').map((one) => (/^[+-]?\d{1,3}$/.test(one.trim()) ? Number(one) : Number.NaN))
  if (days.some(Number.isNaN)) throw usage(`“${printable(text)}” are no days. Write them as --days=-3,1,14 or none.`)
  return days
}

const daysText = (days: readonly number[]): string => {
  if (days.length === 0) return 'No reminders go.'
  const words = days.map((day) =>
    day === 0 ? 'on the due day' : `${counted(Math.abs(day), 'day')} ${day < 0 ? 'before' : 'after'}`,
  )
  return `Reminders go: ${words.join(', ')}.`
}
