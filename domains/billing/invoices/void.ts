import type { Transaction } from '../../../platform/db/transaction.ts'
import { correctionsOfAll, lockBillables, releaseInvoiced } from '../billables/index.ts'
import { correctedElsewhere } from './rules/issue.ts'
import { voidInvoiceRow, type Voiding } from './store-moves.ts'
import type { InvoiceRow, LineRow } from './tables.ts'

/** The corrections of this invoice's charges on others; locks its charges. A draft bills nothing yet. */
export const correctionsElsewhere = async (
  tx: Transaction,
  { id, status }: InvoiceRow,
  lines: readonly LineRow[],
): Promise<readonly string[]> => {
  if (status === 'draft') return []
  const billableIds = lines.map(({ billableId }) => billableId)
  await lockBillables(tx, billableIds)
  return correctedElsewhere(id, await correctionsOfAll(tx, billableIds))
}

/** Voids an invoice that the caller holds, and opens what it billed. */
export const voidInvoice = async (tx: Transaction, voiding: Voiding): Promise<InvoiceRow> => {
  await releaseInvoiced(tx, voiding.id)
  return voidInvoiceRow(tx, voiding)
}
