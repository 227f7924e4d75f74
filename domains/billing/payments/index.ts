import type { Transaction } from '../../../platform/db/transaction.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import type { InvoiceRow } from '../invoices/index.ts'
import { amountToPay } from './rules.ts'
import { findConnection } from './store.ts'

/**
 * True if `createClientInvoicePaymentLink` would return a page to pay invoices on, as far as can be judged without
 * asking the provider. It asks for the workspace's provider once.
 */
export const payableOnline = async (
  tx: Transaction,
): Promise<(invoice: Pick<InvoiceRow, 'status' | 'currency' | 'balance'>) => boolean> => {
  const connection = await findConnection(tx)
  if (!connection?.hasWebhookSecret) return () => false
  return (invoice) => typeof amountToPay(invoice, connection.provider, decimalsOf(invoice.currency)) === 'number'
}
