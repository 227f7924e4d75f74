import type { Subject } from '../../../platform/handler/index.ts'
import type { InvoiceRow } from './tables.ts'

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
