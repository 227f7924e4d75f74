export { findBillingSources, packOf, pdfWithinLimits } from './evidence.ts'
export { verifyEvidence, type ProvedEvidence } from './verify-evidence.ts'
