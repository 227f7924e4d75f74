export { dataAddress, dotsMost, pictureAddress, pictureOf, type Picture } from './picture.ts'
export { secondsMost, secondsOf, soundTypeOf, videoTypeOf } from './sound.ts'
export { freeOfCharge, mediaCost, mediaPrice, type MediaAmounts, type MediaPrice } from './price.ts'
export { openAiMedia } from './openai/index.ts'
export { tellsWords } from './openai/transcription.ts'
export {
  mediaMostBytes,
  type ImageOrder,
  type MadeFile,
  type MediaProvider,
  type SpeechOrder,
  type TimedText,
  type Transcript,
  type VideoJobs,
  type VideoState,
} from './port.ts'
export { canTakeFrames, extractFrames } from './frames.ts'
export { openLocalProgram, type LocalProgram } from './local/local-program.ts'
export { subtitlesOf } from './subtitles.ts'
