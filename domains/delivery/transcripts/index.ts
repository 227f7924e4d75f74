export {
  recordTranscript,
  transcriptBytes,
  transcriptEnd,
  transcriptOf,
  type TranscriptEntry,
  type TranscriptPlace,
  type TranscriptRow,
} from './store.ts'
