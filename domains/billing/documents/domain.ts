import { domain } from '../../domain.ts'
import { documents } from './contract.ts'
import handlers from './handlers.ts'
import { oldSentDocumentsDueIn, removeOldSentDocuments } from './store.ts'
import { hash } from 'node:crypto'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findInvoice } from '../invoices/index.ts'
import { pdfOf, readForPdf, type WholeInvoice } from './pdf.ts'
import { chosenProfile, xmlObstacle, xmlOf } from './xml.ts'

type Hashes = Readonly<Record<string, string>>

// The transaction of the issue waits for the page, which takes milliseconds; an issue does not fail by a page.
const pageMs = 5_000

/** The hashes of the PDF, and of the electronic invoice in its client's profile, of those that can be made. */
const hashesOfIssued = async (tx: Transaction, invoiceId: string): Promise<Hashes> => {
  const row = await findInvoice(tx, { id: invoiceId })
  if (!row) return {}
  const whole = await readForPdf(tx, row)
  return { ...hashOfXml(whole), ...(await hashOfPdf(whole)) }
}

const hashOfXml = (whole: WholeInvoice): Hashes => {
  const profile = chosenProfile(whole.row)
  return xmlObstacle(whole, profile) ? {} : { xmlProfile: profile, xmlSha256: hash('sha256', xmlOf(whole, profile)) }
}

const hashOfPdf = async (whole: WholeInvoice): Promise<Hashes> => {
  const pdf = await pdfOf(whole, AbortSignal.timeout(pageMs)).catch(() => undefined)
  return Buffer.isBuffer(pdf) ? { pdfSha256: hash('sha256', pdf) } : {}
}

export default domain({
  name: 'documents',
  contract: documents,
  handlers,
  invoice: { issued: hashesOfIssued },
  retention: [{ kind: 'sentInvoiceDocuments', dueIn: oldSentDocumentsDueIn, remove: removeOldSentDocuments }],
})
