import type { InvoiceRow, LineRow } from '../invoices/index.ts'
import { electronicOf, type Preceding } from './electronic/invoice.ts'
import { unsupportedReason, missingFields, type UnsupportedInvoice } from './electronic/missing-fields.ts'
import { ublOf } from './electronic/ubl.ts'

interface XmlRefusal {
  readonly reason: UnsupportedInvoice | 'isVoid' | 'lacking'
  /** The fields that are missing. */
  readonly which: readonly string[]
}

/** Why no electronic invoice is made of an issued one; undefined if it is. */
export const xmlObstacle = (row: InvoiceRow): XmlRefusal | undefined => {
  const reason = row.status === 'void' ? 'isVoid' : unsupportedReason(row)
  if (reason) return { reason, which: [] }
  const which = missingFields(row)
  return which.length > 0 ? { reason: 'lacking', which } : undefined
}

interface Source {
  readonly row: InvoiceRow
  readonly lines: readonly LineRow[]
  readonly preceding: readonly Preceding[]
}

/** The electronic invoice in UBL, where `xmlObstacle` has nothing against it. */
export const xmlOf = ({ row, lines, preceding }: Source): Buffer =>
  Buffer.from(ublOf(electronicOf(row, lines, preceding)))
