import { table } from '../../../platform/db/table.ts'

export const sentInvoiceDocument = table(
  'sent_invoice_document',
  { invoiceId: 'uuid', sha256: 'text', content: 'bytea', sentAt: 'timestamptz' },
  { workspaceId: 'uuid' },
)
