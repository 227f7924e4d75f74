import { v7 as uuidv7 } from 'uuid'
import { record, type ActivityEvent, type AuditEntry } from '../../../platform/audit/index.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import { payClientInvoice } from './contract.ts'
import type { PaymentKind } from './rules.ts'
import { settleInvoiceRow } from './store-moves.ts'
import { insertPayment, creditsOf } from './store-payments.ts'
import { findInvoice, lockInvoice } from './store.ts'
import type { InvoiceRow } from './tables.ts'

export interface Payment {
  readonly invoiceId: string
  readonly kind: PaymentKind
  readonly amountCents: number
  /** As `parseTimestamp` returns it. */
  readonly paidAt: string
  readonly paymentReference: string | null
  readonly now: Date
}

interface ByProvider {
  readonly provider: string
  readonly live: boolean
  readonly checkoutId: string | null
  /** The provider’s name for the payment, the same in each of its reports. */
  readonly providerReference: string
}

type RecordedBy =
  | { readonly userId: string; readonly source: 'hand' | 'bank' | 'credit' }
  | { readonly reported: ByProvider }

export interface Settled {
  readonly invoice: InvoiceRow
  readonly subject: Subject
}

/**
 * Records money that came for an issued invoice, or went back, and settles the invoice once the sum reaches its total.
 * The caller holds the invoice; undefined if the payment is recorded already, or the invoice has its most payments. For a
 * person, `payClientInvoice` records the audit row and the event about `subject`; for a payment provider, which calls no
 * operation, both are recorded here.
 */
export const settleInvoice = async (
  tx: Transaction,
  { kind, amountCents, paidAt, paymentReference, invoiceId, now }: Payment,
  by: RecordedBy,
): Promise<Settled | undefined> => {
  const origin =
    'reported' in by
      ? { source: 'provider' as const, recordedBy: null, ...by.reported }
      : { source: by.source, recordedBy: by.userId, provider: null, providerReference: null }
  const payment = { id: uuidv7(), invoiceId, kind, amountMinor: amountCents, paymentReference, paidAt }
  const { source, provider, providerReference, recordedBy } = origin
  const row = await insertPayment(tx, { ...payment, source, provider, providerReference, recordedBy })
  if (!row) return undefined
  const after = (await findInvoice(tx, { id: invoiceId }))!
  const isReached = after.status === 'final' && after.balance.dueCents === 0
  const invoice = isReached
    ? await settleInvoiceRow(tx, { id: invoiceId, paymentReference, now, userId: recordedBy })
    : after
  const facts = { kind, amountCents, source, paidAt: row.paidAt.toISOString(), paymentReference, ...invoice.balance }
  const subject = auditSubject(invoice, 'reported' in by ? { ...facts, ...by.reported } : facts)
  const { resource, payload } = subject
  if (isReached) record(tx, undefined, { name: 'client_invoice.paid', entity: resource, ...(payload && { payload }) })
  if ('reported' in by)
    recordMoney(tx, subject, {
      action: 'client_invoice.settle_by_provider',
      actor: { type: 'system', id: null },
      source: 'webhook',
    })
  return { invoice, subject }
}

interface RecordedAs extends Pick<AuditEntry, 'actor' | 'source'> {
  readonly action: 'client_invoice.settle_by_provider' | typeof payClientInvoice.audit.action
}

/** Records the audit row and the event of money that no operation records itself. */
const recordMoney = (tx: Transaction, subject: Subject, as: RecordedAs): void => {
  const { category, severity, event } = payClientInvoice.audit
  const { payload } = subject
  recordAbout(tx, subject, { ...as, category, severity }, { name: event, ...(payload && { payload }) })
}

type EntryAbout = Pick<AuditEntry, 'action' | 'category'> &
  Partial<Pick<AuditEntry, 'severity' | 'outcome' | 'actor' | 'source'>>

/** Records an audit row about a subject, and an event, for a schedule or a webhook: no operation records it. */
export const recordAbout = (
  tx: Transaction,
  { resource, parent, metadata }: Subject,
  entry: EntryAbout,
  event?: Omit<ActivityEvent, 'entity'>,
): void => {
  const system = { actor: { type: 'system', id: null }, source: 'system' } as const
  const about = { resource, ...(parent && { parent }), details: metadata ?? {} }
  record(tx, { outcome: 'success', ...system, ...about, ...entry }, ...(event ? [{ ...event, entity: resource }] : []))
}

/** The subject of this invoice's audit rows and events. */
export const auditSubject = (row: InvoiceRow, metadata: object): Subject => ({
  resource: ['client_invoice', row.id],
  parent: ['client_account', row.clientAccountId],
  metadata: {
    clientAccountId: row.clientAccountId,
    type: row.type,
    currency: row.currency,
    totalMinor: row.totalMinor,
    ...(row.invoiceNumber !== null && { invoiceNumber: row.invoiceNumber, invoiceSequence: row.invoiceSequence }),
    ...metadata,
  },
  ...(row.invoiceNumber !== null && { payload: { clientAccountId: row.clientAccountId } }),
})

/** The credit of its client account that an issued invoice can use: at most the due amount. */
export const usableCredit = async (tx: Transaction, invoice: InvoiceRow): Promise<number> => {
  const { dueCents } = invoice.balance
  if (dueCents <= 0) return 0
  const credits = await creditsOf(tx, invoice)
  const creditCents = credits.reduce((sum, credit) => sum + credit.creditCents, 0)
  return Math.min(dueCents, creditCents)
}

interface CreditUse extends ChangedBy {
  /** Undefined for all that is due and can be used. */
  readonly amountCents: number | undefined
  readonly by: Pick<AuditEntry, 'actor' | 'source'>
}
/**
 * Uses a credit for an invoice that the caller holds: a refund with each invoice that was paid beyond its total, and a
 * payment of the same amount here, in one transaction. The last payment is for the operation to record.
 */
export const payByCredit = async (
  tx: Transaction,
  invoice: InvoiceRow,
  { amountCents, userId, by, now }: CreditUse,
): Promise<Settled | 'creditLess' | 'notIssued' | undefined> => {
  const { dueCents } = invoice.balance
  if (dueCents <= 0) return 'notIssued'
  let left = amountCents ?? dueCents
  if (left > dueCents) return 'creditLess'
  const source = { userId, source: 'credit' } as const
  const recordedAs = { ...by, action: payClientInvoice.audit.action }
  const times = { paidAt: now.toISOString(), now }
  let last: Settled | undefined
  for (const { id, invoiceNumber } of await creditsOf(tx, invoice)) {
    // Read after the lock: of concurrent uses, none takes the credit of another.
    const credit = (await lockInvoice(tx, id))!.balance.creditCents
    const part = Math.min(left, credit)
    if (part <= 0) continue
    if (last) recordMoney(tx, last.subject, recordedAs)
    const back = { invoiceId: id, kind: 'refund', amountCents: part, paymentReference: invoice.invoiceNumber } as const
    const refunded = await settleInvoice(tx, { ...back, ...times }, source)
    const here = { invoiceId: invoice.id, kind: 'payment', amountCents: part, paymentReference: invoiceNumber } as const
    last = refunded && (await settleInvoice(tx, { ...here, ...times }, source))
    if (!refunded || !last) return undefined
    recordMoney(tx, refunded.subject, recordedAs)
    left -= part
    if (left === 0) break
  }
  return last && (left === 0 || amountCents === undefined) ? last : 'creditLess'
}
