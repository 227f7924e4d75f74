export { findBillingSources } from './billing-sources.ts'
export { packOf, pdfWithinLimits } from './seal.ts'
export { verifyEvidence, type ProvedEvidence } from './verify-evidence.ts'
