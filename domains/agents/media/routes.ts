import analyzeAiMedia from './operations/analyze-ai-media.ts'
import generateAiImages from './operations/generate-ai-images.ts'
import listAiMedia from './operations/list-ai-media.ts'
import type { MediaParts } from './parts.ts'

export default (parts: MediaParts) => ({
  listAiMedia,
  generateAiImages: generateAiImages(parts),
  analyzeAiMedia: analyzeAiMedia(parts),
})
