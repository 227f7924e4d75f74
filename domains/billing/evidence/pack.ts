import type { Transaction } from '../../../platform/db/transaction.ts'
import { linesOf, type InvoiceRow } from '../invoices/index.ts'
import { evidenceOf } from './evidence.ts'
import { findBillingSources } from './billing-sources.ts'
import { sealEvidence } from './seal.ts'

/** The evidence of an invoice as it may leave, with its hash. */
export const packOf = async (tx: Transaction, row: InvoiceRow) => {
  const lines = await linesOf(tx, row.id)
  return sealEvidence(evidenceOf(row, lines, await findBillingSources(tx, lines)))
}
