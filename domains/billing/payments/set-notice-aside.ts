import { v7 as uuidv7 } from 'uuid'
import type { PaymentNotice } from '../../../execution/payments/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PaymentParts } from './parts.ts'
import { reportUnmatchedPayment } from './report-unmatched-payment.ts'
import { keepNotice } from './store-notices.ts'
import type { ConnectionRow } from './tables.ts'

/**
 * Shows a payment whose notice failed twice among those that settle no invoice, and notifies the administrators. Its
 * row has a name of its own, so that the same event settles the invoice where a person lets the provider send it again.
 * A checkout that ended needs no person: the schedule of checkouts ends it here as well.
 */
export const setNoticeAside = async (
  tx: Transaction,
  parts: Pick<PaymentParts, 'mailer'>,
  connection: ConnectionRow,
  notice: PaymentNotice,
): Promise<void> => {
  if (notice.kind !== 'paid' || notice.workspaceId !== tx.workspace) return
  const reason = 'not_taken'
  const isNew = await keepNotice(tx, {
    id: uuidv7(),
    connectionId: connection.id,
    eventId: `${notice.eventId} ${reason}`,
    now: await tx.now(),
    // The checkout or the invoice may be what failed: neither is read again.
    checkoutId: null,
    invoiceId: null,
    paymentReference: notice.paymentReference,
    currency: notice.currency,
    providerAmount: notice.providerAmount,
    outcome: 'mismatched',
    reason,
  })
  if (isNew) await reportUnmatchedPayment(tx, parts, { connection, invoice: undefined, notice, reason })
}
