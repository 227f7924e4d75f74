import type { AuditEntry } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { payClientInvoice } from './contract.ts'
import { recordMoney, type Settled, settleInvoice } from './settle-invoice.ts'
import { creditsOf } from './store-payments.ts'
import { lockInvoice } from './store.ts'
import type { InvoiceRow } from './tables.ts'

/** The credit of its client account that an issued invoice can use: at most the due amount. */
export const usableCredit = async (tx: Transaction, invoice: InvoiceRow): Promise<number> => {
  const { dueCents } = invoice.balance
  if (dueCents <= 0) return 0
  const credits = await creditsOf(tx, invoice)
  return Math.min(
    dueCents,
    credits.reduce((sum, { creditCents }) => sum + creditCents, 0),
  )
}

interface CreditUse {
  /** Undefined for all that is due and can be used. */
  readonly amountCents: number | undefined
  readonly userId: string
  readonly by: Pick<AuditEntry, 'actor' | 'source'>
  readonly now: Date
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
  const asked = amountCents ?? dueCents
  if (asked > dueCents) return 'creditLess'
  const source = { userId, source: 'credit' } as const
  const as = { ...by, action: payClientInvoice.audit.action }
  const of = { paidAt: now.toISOString(), now }
  let left = asked
  let last: Settled | undefined
  for (const { id, invoiceNumber } of await creditsOf(tx, invoice)) {
    // Read after the lock: of concurrent uses, none takes the credit of another.
    const credit = (await lockInvoice(tx, id))!.balance.creditCents
    const part = Math.min(left, credit)
    if (part <= 0) continue
    if (last) recordMoney(tx, last.subject, as)
    const back = { invoiceId: id, kind: 'refund', amountCents: part, paymentReference: invoice.invoiceNumber } as const
    const taken = await settleInvoice(tx, { ...back, ...of }, source)
    const here = { invoiceId: invoice.id, kind: 'payment', amountCents: part, paymentReference: invoiceNumber } as const
    last = taken && (await settleInvoice(tx, { ...here, ...of }, source))
    if (!taken || !last) return undefined
    recordMoney(tx, taken.subject, as)
    left -= part
    if (left === 0) break
  }
  return last && (left === 0 || amountCents === undefined) ? last : 'creditLess'
}
