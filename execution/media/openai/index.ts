import type { Fetcher } from '../../../platform/fetch/index.ts'
import { type ModelProvider, malformedAnswer } from '../../models/index.ts'
import { type MediaProvider, mediaMostBytes, type MadeFile, type SpeechOrder } from '../port.ts'
import { makeImages } from './images.ts'
import { transcribe } from './transcription.ts'
import { videoJobs } from './videos.ts'
import { soundTypeOf } from '../sound.ts'
import { jsonOf, type OpenAiEndpoint } from './wire.ts'

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

const typeOf = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const

/** Speaks a text by `POST /audio/speech` (OpenAI, "Create speech"), whose answer is the sound itself. */
const speak = async (
  { name, model, door }: OpenAiEndpoint,
  { text, voice = 'alloy', format = 'mp3' }: SpeechOrder,
  signal: AbortSignal,
): Promise<MadeFile> => {
  const content = jsonOf({ model, input: text, voice, response_format: format })
  const call = { method: 'POST' as const, path: '/audio/speech', content, repeats: true }
  const bytes = Buffer.concat(await Array.fromAsync(door.bytes(call, signal, mediaMostBytes.sound)))
  if (soundTypeOf(bytes) !== typeOf[format]) throw malformedAnswer({ endpoint: name, what: `${format} sound` }, '')
  return { mediaType: typeOf[format], bytes }
}
