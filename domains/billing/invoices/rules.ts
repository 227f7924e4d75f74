import { dayIn, daysBetween } from '../../accounts/workspaces/rules.ts'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { PostalAddress } from '../billables/contract/identities.ts'

export { invoiceTypes, type InvoiceType } from './rules/issue.ts'

export const invoiceStatuses = ['draft', 'final', 'void', 'paid'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

interface Move {
  readonly from: readonly InvoiceStatus[]
  readonly to: InvoiceStatus
}

export const invoiceMoves = {
  issue: { from: ['draft'], to: 'final' },
  settle: { from: ['final'], to: 'paid' },
  void: { from: ['draft', 'final'], to: 'void' },
} as const satisfies Record<string, Move>
export type InvoiceMove = keyof typeof invoiceMoves

/** The status of an invoice after this move; undefined if it cannot be made. */
export const statusAfter = (status: InvoiceStatus, name: InvoiceMove): InvoiceStatus | undefined => {
  const move: Move = invoiceMoves[name]
  return move.from.includes(status) ? move.to : undefined
}

export const paymentKinds = ['payment', 'refund', 'chargeback'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** The kinds that a person records: `credit` uses a client account's overpayments of other invoices. */
export const moneyKinds = [...paymentKinds, 'credit'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** Source of a payment: a person, with a line of the bank or without, or a provider that took the money. */
export const paymentSources = ['hand', 'bank', 'provider', 'credit'] as const
export type PaymentSource = (typeof paymentSources)[number]

/** The most of a payment in minor units, and the most payments of an invoice: their sum is a number that is exact. */
export const paymentMostMinor = 9_000_000_000_000
export const paymentsMost = 1_000

/** The sums of an invoice, as `client_invoice_balance` of the database counts them; with the sign of its total. */
export interface Balance {
  readonly paidCents: number
  readonly dueCents: number
  readonly creditCents: number
}

interface MoneyInput {
  readonly kind: PaymentKind
  /** Undefined for the rest: the due amount, or the paid amount. */
  readonly amountCents: number | undefined
}

/**
 * The amount to be recorded by hand with an invoice; else the refusal. More than the due amount may come, and
 * more than the paid amount cannot go back.
 */
export const amountToRecord = (
  invoice: { readonly status: InvoiceStatus; readonly totalMinor: number; readonly balance: Balance },
  { kind, amountCents }: MoneyInput,
): number | 'notIssued' | 'moreThanPaid' => {
  const { status, totalMinor, balance } = invoice
  if (status === 'draft' || (status === 'void' && kind === 'payment')) return 'notIssued'
  if (kind !== 'payment') {
    const paid = totalMinor < 0 ? -balance.paidCents : balance.paidCents
    const amount = amountCents ?? paid
    return amount > 0 && amount <= paid ? amount : 'moreThanPaid'
  }
  if (amountCents !== undefined) return amountCents
  return status === 'final' || balance.dueCents !== 0 ? Math.abs(balance.dueCents) : 'notIssued'
}

/** Why an invoice cannot be replaced by a draft for this client account; undefined if it can. */
export const obstacleToReplacing = (
  { status, clientAccountId }: { readonly status: InvoiceStatus; readonly clientAccountId: string },
  accountId: string,
): 'replacedNotVoid' | 'replacedOfAnother' | undefined => {
  if (status !== 'void') return 'replacedNotVoid'
  return clientAccountId === accountId ? undefined : 'replacedOfAnother'
}

type AddressParts = Static<typeof PostalAddress>

/** Returns an address as an invoice has it, line by line. */
export const addressText = ({ line1, line2, postalCode, city, country }: AddressParts): string =>
  [line1, line2, `${postalCode} ${city}`, country].filter((line) => line !== null).join('\n')

/** An address with the country by its name in a language, as people write it. */
export const namedAddressText = (address: AddressParts, language: string): string => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  return addressText({ ...address, country: names.of(address.country) ?? address.country })
}

/** The days by which an invoice is late at a time, as the days are in that time zone. 0 or less: it is not due. */
export const daysLate = (dueAt: string | Date, asOf: number, timeZone = 'UTC'): number =>
  daysBetween(dueDayOf(timeZone, new Date(dueAt)), dayIn(timeZone, asOf))

/** How long something is overdue, as the receivables report sorts it. */
export const ageNames = ['current', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const
export type Age = (typeof ageNames)[number]

const dayMs = 86_400_000
const secondMs = 1_000

/**
 * The day on which an invoice is due: `2026-12-10`. A due time in the first or last second of a day of UTC is a date that
 * was written as a time, and names that day everywhere; any other time falls on a day of the workspace.
 */
export const dueDayOf = (timeZone: string, dueAt: Date): string => {
  const ofDay = ((dueAt.getTime() % dayMs) + dayMs) % dayMs
  return dayIn(ofDay < secondMs || ofDay >= dayMs - secondMs ? 'UTC' : timeZone, dueAt)
}

/** The days of a service, as YYYY-MM-DD; the same day twice for one day. */
type ServicePeriod = Readonly<Record<'serviceFrom' | 'serviceTo', string | null>>

/** The period that a draft names: none, one day, or two days in order. */
export const servicePeriodOf = (input: Partial<ServicePeriod>): ServicePeriod | { readonly faults: InvalidField[] } => {
  const { serviceFrom = null, serviceTo = serviceFrom } = input
  if (serviceFrom === null && serviceTo === null) return { serviceFrom, serviceTo }
  if (serviceFrom === null) return { faults: [fault('serviceFrom', 'is required with serviceTo', 'required')] }
  const last = serviceTo ?? serviceFrom
  const faults = [
    ...(isDay(serviceFrom) ? [] : [fault('serviceFrom', 'is no day of the calendar', 'date')]),
    ...(isDay(last) ? [] : [fault('serviceTo', 'is no day of the calendar', 'date')]),
    ...(last < serviceFrom ? [fault('serviceTo', 'is before serviceFrom', 'order')] : []),
  ]
  return faults.length > 0 ? { faults } : { serviceFrom, serviceTo: last }
}

/** True if a day that is written like one is in the calendar. */
export const isDay = (text: string): boolean => {
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

const fault = (path: string, message: string, rule: string): InvalidField => ({ path, message, rule })
