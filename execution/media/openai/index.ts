import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { ModelProvider } from '../../models/index.ts'
import type { MediaProvider } from '../port.ts'
import { makeImages } from './images.ts'
import { speak } from './speech.ts'
import { transcribe } from './transcription.ts'
import { videoJobs } from './videos.ts'

/** Media by an endpoint that has OpenAI's interface for them. Undefined for the built-in model, which has none. */
export const openAiMedia = (
  { name, model, door }: ModelProvider,
  fetcher: Pick<Fetcher, 'read'>,
): MediaProvider | undefined => {
  if (!door) return undefined
  const endpoint = { name, model, door, fetcher }
  return {
    images: (order, signal) => makeImages(endpoint, order, signal),
    speak: (order, signal) => speak(endpoint, order, signal),
    transcribe: (order, signal) => transcribe(endpoint, order, signal),
    videos: videoJobs(endpoint),
  }
}
