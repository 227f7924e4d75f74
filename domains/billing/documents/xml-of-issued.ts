import { createHash } from 'node:crypto'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findInvoice, linesOf } from '../invoices/index.ts'
import { precedingOf } from './preceding-invoices.ts'
import { chosenProfile, xmlObstacle, xmlOf } from './xml.ts'

/** The hash of the electronic invoice in the profile of its client; nothing if none can be made. */
export const xmlOfIssued = async (tx: Transaction, invoiceId: string): Promise<Readonly<Record<string, string>>> => {
  const row = await findInvoice(tx, invoiceId)
  if (!row) return {}
  const lines = await linesOf(tx, row.id)
  const profile = chosenProfile(row)
  if (xmlObstacle({ row, lines }, profile)) return {}
  const xml = xmlOf({ row, lines, preceding: await precedingOf(tx, row, lines) }, profile)
  return { xmlProfile: profile, xmlSha256: createHash('sha256').update(xml).digest('hex') }
}
