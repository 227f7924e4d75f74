export { dataAddress, dotsMost, pictureAddress, pictureOf, type Picture } from './picture.ts'
export { secondsMost, secondsOf, soundTypeOf, videoTypeOf } from './sound.ts'
export { freeOfCharge, mediaCost, mediaPrice, type MediaAmounts, type MediaPrice } from './price.ts'
export { openAiMedia } from './openai/index.ts'
export { tellsWords } from './openai/transcription.ts'
export { mediaMostBytes } from './port.ts'
export type {
  ImageOrder,
  MadeFile,
  MediaProvider,
  SpeechOrder,
  TimedText,
  Transcript,
  VideoJobs,
  VideoState,
} from './port.ts'
export { canTakeFrames, extractFrames } from './frames.ts'
export { openLocalProgram, type LocalProgram } from './local/local-program.ts'
export { subtitlesOf } from './subtitles.ts'
