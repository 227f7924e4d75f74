import type { Transaction } from '../../../platform/db/transaction.ts'
import { domain } from '../../domain.ts'
import { findInvoice } from '../invoices/index.ts'
import { evidence } from './contract.ts'
import { packOf } from './evidence.ts'
import handlers from './handlers.ts'

const evidenceOfIssued = async (tx: Transaction, invoiceId: string): Promise<Readonly<Record<string, string>>> => {
  const row = await findInvoice(tx, { id: invoiceId })
  return row ? { evidenceSha256: (await packOf(tx, row)).sha256 } : {}
}

export default domain({
  name: 'evidence',
  contract: evidence,
  handlers,
  invoice: { issued: evidenceOfIssued },
})
