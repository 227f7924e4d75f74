import estimateAiBatch from './operations/estimate-ai-batch.ts'
import getAiBatch from './operations/get-ai-batch.ts'
import listAiBatches from './operations/list-ai-batches.ts'
import pollAiBatch from './operations/poll-ai-batch.ts'
import submitAiBatch from './operations/submit-ai-batch.ts'
import type { BatchParts } from './parts.ts'

export default (parts: BatchParts) => ({
  submitAiBatch: submitAiBatch(parts),
  estimateAiBatch: estimateAiBatch(parts),
  listAiBatches,
  getAiBatch: getAiBatch(parts),
  pollAiBatch: pollAiBatch(parts),
})
