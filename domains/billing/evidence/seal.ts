import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Static } from '../../../platform/contract/index.ts'
import type { InvoiceEvidence, EvidencePack, unmadeReasons } from './contract.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { linesOf, type InvoiceRow } from '../invoices/index.ts'
import { evidenceOf } from './evidence.ts'
import { findBillingSources } from './billing-sources.ts'
import { renderEvidence } from '../documents/index.ts'
import { pageOf } from './page-of.ts'

/** Evidence beside the SHA-256 of its canonical JSON (RFC 8785), in hexadecimal. Times are RFC 3339 with milliseconds. */
export const sealEvidence = (evidence: Static<typeof InvoiceEvidence>) => ({ evidence, sha256: hashOf(evidence) })

/** The SHA-256 of the canonical JSON of evidence, read or made. */
export const hashOf = (evidence: unknown): string => createHash('sha256').update(canonicalize(evidence)!).digest('hex')

/** A pack as a file: canonical JSON. */
export const fileOf = (pack: ReturnType<typeof sealEvidence>): string => canonicalize(pack)!

/** The evidence of an invoice as it may leave, with its hash. */
export const packOf = async (tx: Transaction, row: InvoiceRow) => {
  const lines = await linesOf(tx, row.id)
  return sealEvidence(evidenceOf(row, lines, await findBillingSources(tx, lines)))
}

/** The PDF of the evidence of an issued invoice, which carries the pack as a file; or which limit making it has passed. */
export const pdfWithinLimits = async (
  row: InvoiceRow,
  pack: Static<typeof EvidencePack>,
  signal: AbortSignal,
): Promise<Buffer | (typeof unmadeReasons)[number]> => {
  try {
    return await renderEvidence(pageOf(row, pack), fileOf(pack), signal)
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'too_slow'
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_complex'
    throw error
  }
}
