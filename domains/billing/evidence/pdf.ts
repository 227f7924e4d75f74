import type { Static } from '../../../platform/contract/index.ts'
import { renderEvidence } from '../documents/index.ts'
import type { InvoiceRow } from '../invoices/index.ts'
import type { EvidencePack } from './contract.ts'
import { pageOf } from './page-of.ts'
import { fileOf } from './seal.ts'

/** The PDF of the evidence of an issued invoice, which carries the pack as a file. */
export const pdfOfEvidence = (
  row: InvoiceRow,
  pack: Static<typeof EvidencePack>,
  signal: AbortSignal,
): Promise<Buffer> => renderEvidence(pageOf(row, pack), fileOf(pack), signal)

/** The same, or which limit making it has passed. */
export const pdfWithinLimits = async (
  ...asked: Parameters<typeof pdfOfEvidence>
): Promise<Buffer | 'too_slow' | 'too_complex'> => {
  try {
    return await pdfOfEvidence(...asked)
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'too_slow'
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_complex'
    throw error
  }
}
