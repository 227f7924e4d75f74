import getTaskReviewEvidence, { type EvidenceParts } from './operations/get-task-review-evidence.ts'

export default (parts: EvidenceParts) => ({ getTaskReviewEvidence: getTaskReviewEvidence(parts) })
