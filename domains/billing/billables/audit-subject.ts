import type { Subject } from '../../../platform/handler/index.ts'
import type { BillableRow } from './tables.ts'

/** The subject of this billable's audit rows and events. */
export const auditSubject = (row: BillableRow): Subject => ({
  resource: ['billable', row.id],
  parent: ['client_account', row.clientAccountId],
  metadata: {
    clientAccountId: row.clientAccountId,
    correctsId: row.correctsId,
    currency: row.currency,
    amountMinor: row.amountMinor,
    revisionHash: row.revisionHash,
    sourceKind: row.sourceKind,
    sourceId: row.sourceId,
  },
})
