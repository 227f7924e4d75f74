import type { Static } from '../../../platform/contract/index.ts'
import { renderEvidence } from '../documents/index.ts'
import type { InvoiceRow } from '../invoices/index.ts'
import type { EvidencePack, unmadeReasons } from './contract.ts'
import { pageOf } from './page-of.ts'
import { fileOf } from './seal.ts'

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
