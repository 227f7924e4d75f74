import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties of batches of model requests. */
export const agents: Words = {
  'SubmitBatch.policy': 'What the batch may cost, who may carry it out, and which refusals it waives.',
  'AiBatch.policy': 'The policy that it was submitted with.',
  'AiBatchAccepted.policy': 'The policy that it was submitted with.',
  'AiBatch.polledAt': 'When the provider was asked about it last; null before.',
  'AiBatchAccepted.polledAt': 'When the provider was asked about it last; null before.',
  'AiBatchRead.batch': 'The batch.',
  'AiBatchPoll.batch': 'The batch as it stands after the question.',
}
