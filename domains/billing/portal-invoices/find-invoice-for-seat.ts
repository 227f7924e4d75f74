import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findSeat } from '../../accounts/clients/index.ts'
import { findInvoiceFor, type InvoiceRow } from '../invoices/index.ts'

/** An issued invoice of an account in which the caller has a seat; undefined for every other one. */
export const findInvoiceForSeat = async (
  tx: Transaction,
  id: string,
  caller: Caller,
): Promise<InvoiceRow | undefined> => {
  const invoice = await findInvoiceFor(tx, id, caller)
  if (!invoice || invoice.issuedAt === null) return undefined
  return (await findSeat(tx, invoice.clientAccountId, caller.userId)) && invoice
}
