import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import { auditSubject } from './audit-subject.ts'
import { payClientInvoice } from './contract.ts'
import { settleInvoiceRow } from './store-moves.ts'
import type { InvoiceRow } from './tables.ts'

export interface Payment {
  readonly invoiceId: string
  /** As `parseTimestamp` gives it. */
  readonly paidAt: string
  readonly paymentReference: string | null
  readonly now: Date
}

interface ProviderCheckout {
  readonly provider: string
  readonly live: boolean
  readonly checkoutId: string
}

type SettledBy = { readonly userId: string } | { readonly checkout: ProviderCheckout }

export interface Settled {
  readonly invoice: InvoiceRow
  readonly subject: Subject
}

/**
 * Settles an invoice; undefined if it is not one that can be paid. For a person, `payClientInvoice` records the
 * audit row and the event about `subject`; for a payment provider, which calls no operation, both are recorded here.
 */
export const settleInvoice = async (
  tx: Transaction,
  { invoiceId, ...payment }: Payment,
  by: SettledBy,
): Promise<Settled | undefined> => {
  const userId = 'userId' in by ? by.userId : null
  const invoice = await settleInvoiceRow(tx, { ...payment, id: invoiceId, userId })
  if (!invoice) return undefined
  const paid = {
    paidAt: invoice.paidAt!.toISOString(),
    paymentReference: invoice.paymentReference,
  }
  if ('userId' in by) return { invoice, subject: auditSubject(invoice, paid) }
  const subject = auditSubject(invoice, { ...paid, ...by.checkout })
  recordProviderPayment(tx, subject)
  return { invoice, subject }
}

const recordProviderPayment = (tx: Transaction, { resource, parent, metadata, payload }: Subject): void => {
  const { category, severity, event } = payClientInvoice.audit
  record(
    tx,
    {
      action: 'client_invoice.settle_by_provider',
      category,
      severity,
      outcome: 'success',
      actor: { type: 'system', id: null },
      source: 'webhook',
      resource,
      ...(parent && { parent }),
      details: metadata ?? {},
    },
    { name: event, entity: resource, ...(payload && { payload }) },
  )
}
