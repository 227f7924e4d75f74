import { domain } from '../../domain.ts'
import { payments } from './contract.ts'
import { endCheckouts } from './jobs/end-checkouts.ts'
import { forgetKeys } from './jobs/forget-keys.ts'
import type { PaymentParts } from './connect.ts'
import handlers from './handlers.ts'
import { isAgency, type Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findSeat } from '../../accounts/clients/index.ts'
import { findInvoice } from '../invoices/index.ts'

/**
 * The invoice that a caller wants to pay: any for the agency, and for a client one of an account in which they have a
 * seat. A key that names projects reaches none.
 */
const payableInvoiceKind = async (tx: Transaction, id: string, caller: Caller) => {
  const invoice = caller.projectIds ? undefined : await findInvoice(tx, { id })
  if (!invoice) return undefined
  if (isAgency(caller.role)) return { projectId: null }
  const isOwn =
    invoice.issuedAt !== null &&
    (await findSeat(tx, { accountId: invoice.clientAccountId, userId: caller.userId })) !== undefined
  return isOwn ? { projectId: null } : undefined
}

export default domain({
  name: 'payments',
  contract: payments,
  handlers,
  kinds: { payable_invoice: payableInvoiceKind },
  schedules: (parts: PaymentParts) => [
    { name: 'checkouts', everySeconds: 5, work: (context) => endCheckouts(parts, context) },
    { name: 'payment-keys', everySeconds: 3_600, work: (context) => forgetKeys(parts, context) },
  ],
  jobActions: ['client_invoice.cancel_checkout', 'client_invoice.settle_by_provider', 'client_invoice.raise_payment'],
})
