import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties of model batches, and of media. */
export const agents: Words = {
  'SubmitBatch.policy': 'The cost limit of the batch, its providers, and the refusals that it waives.',
  'AiBatch.policy': 'The policy that it was submitted with.',
  'AiBatchAccepted.policy': 'The policy that it was submitted with.',
  'AiBatch.polledAt': 'When the provider was asked about it last; null before.',
  'AiBatchAccepted.polledAt': 'When the provider was asked about it last; null before.',
  'AiSpeech.sound': 'The sound.',
  'AiTranscription.text': 'Only the text.',
  'AiTranscription.words': 'The text with the times of segments and words, as JSON.',
  'AnalyzeMedia.source': 'The image or video: a stored file, or an address that is fetched.',
  'TranscribeAudio.source': 'The sound: a stored file of up to 25 MiB, or an address that is fetched.',
  'AiVideo.reviewedAt': 'When a person decided; null before.',
  'AiVideo.endedAt': 'When the job ended; null before.',
  'AiBatchRead.batch': 'The batch.',
  'AiBatchPoll.batch': 'The batch as it stands after the question.',
}
