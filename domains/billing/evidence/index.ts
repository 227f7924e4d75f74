export { findBillingSources } from './billing-sources.ts'
export { packOf } from './pack.ts'
export { pdfWithinLimits } from './pdf.ts'
export { verifyEvidence, type ProvedEvidence } from './verify-evidence.ts'
