import analyzeAiMedia from './operations/analyze-ai-media.ts'
import generateAiImages from './operations/generate-ai-images.ts'
import getAiTranscriptionSubtitles from './operations/get-ai-transcription-subtitles.ts'
import getAiVideo from './operations/get-ai-video.ts'
import listAiMedia from './operations/list-ai-media.ts'
import listAiVideos from './operations/list-ai-videos.ts'
import reviewAiVideo from './operations/review-ai-video.ts'
import submitAiVideo from './operations/submit-ai-video.ts'
import synthesizeAiSpeech from './operations/synthesize-ai-speech.ts'
import transcribeAiAudio from './operations/transcribe-ai-audio.ts'
import type { MediaParts } from './parts.ts'

export default (parts: MediaParts) => ({
  listAiMedia: listAiMedia(parts),
  generateAiImages: generateAiImages(parts),
  analyzeAiMedia: analyzeAiMedia(parts),
  synthesizeAiSpeech: synthesizeAiSpeech(parts),
  transcribeAiAudio: transcribeAiAudio(parts),
  getAiTranscriptionSubtitles: getAiTranscriptionSubtitles(parts),
  submitAiVideo: submitAiVideo(parts),
  listAiVideos: listAiVideos(parts),
  getAiVideo: getAiVideo(parts),
  reviewAiVideo: reviewAiVideo(parts),
})
