import { isAgency, type Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findSeat } from '../../accounts/clients/index.ts'
import { findInvoice } from '../invoices/index.ts'

/**
 * The invoice that a caller wants to pay: any for the agency, and for a client one of an account in which they have a
 * seat. A key that names projects reaches none.
 */
export const payableInvoiceKind = async (tx: Transaction, id: string, caller: Caller) => {
  const invoice = caller.projectIds ? undefined : await findInvoice(tx, id)
  if (!invoice) return undefined
  if (isAgency(caller.role)) return { projectId: null }
  const isOwn = invoice.issuedAt !== null && (await findSeat(tx, invoice.clientAccountId, caller.userId)) !== undefined
  return isOwn ? { projectId: null } : undefined
}
