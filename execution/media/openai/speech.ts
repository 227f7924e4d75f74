import { malformedAnswer } from '../../models/index.ts'
import { mediaMostBytes, type MadeFile, type SpeechOrder } from '../port.ts'
import { soundTypeOf } from '../sound.ts'
import { jsonOf, type OpenAiEndpoint } from './wire.ts'

const typeOf = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const

/** Speaks a text by `POST /audio/speech` (OpenAI, "Create speech"), whose answer is the sound itself. */
export const speak = async (
  { name, model, door }: OpenAiEndpoint,
  { text, voice = 'alloy', format = 'mp3' }: SpeechOrder,
  signal: AbortSignal,
): Promise<MadeFile> => {
  const content = jsonOf({ model, input: text, voice, response_format: format })
  const chunks: Buffer[] = []
  const answer = door.bytes(
    { method: 'POST', path: '/audio/speech', content, repeats: true },
    signal,
    mediaMostBytes.sound,
  )
  for await (const chunk of answer) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (soundTypeOf(bytes) !== typeOf[format]) throw malformedAnswer({ endpoint: name, what: `${format} sound` }, '')
  return { mediaType: typeOf[format], bytes }
}
