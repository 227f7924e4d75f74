export { verifyEvidence, type EvidenceVerdict, type ProvedEvidence } from './verify-evidence.ts'
