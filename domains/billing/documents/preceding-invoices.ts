import { dayIn } from '../../accounts/workspaces/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { chargesOf } from '../billables/index.ts'
import { findInvoice, issuedWith, type InvoiceRow, type LineRow } from '../invoices/index.ts'
import type { Preceding } from './electronic/invoice.ts'

/** The replaced invoice, and the invoices with the corrected charges. */
export const precedingOf = async (
  tx: Transaction,
  { id, replacesInvoiceId }: InvoiceRow,
  lines: readonly LineRow[],
): Promise<readonly Preceding[]> => {
  const replaced = replacesInvoiceId === null ? undefined : await findInvoice(tx, replacesInvoiceId)
  const chargeIds = await chargesOf(
    tx,
    lines.map(({ billableId }) => billableId),
  )
  const corrected = await issuedWith(tx, chargeIds, id)
  // A draft that was voided has no number to refer to.
  return [
    ...(replaced?.invoiceNumber ? [precedingFrom(replaced, true)] : []),
    ...corrected.map((one) => precedingFrom(one, false)),
  ]
}

const precedingFrom = (
  { invoiceNumber, issuedAt, timeZone }: Pick<InvoiceRow, 'invoiceNumber' | 'issuedAt' | 'timeZone'>,
  isReplaced: boolean,
): Preceding => ({ number: invoiceNumber!, issuedOn: dayIn(timeZone, issuedAt!), isReplaced })
