import { FetchRefusal } from '../../../platform/fetch/index.ts'
import { countedTokens, malformedAnswer, ModelFailure, objectIn, readAnswer } from '../../models/index.ts'
import { dotsMost, pictureOf } from '../picture.ts'
import { mediaMostBytes, type ImageOrder, type MadeFile, type MadeImages } from '../port.ts'
import { jsonOf, type OpenAiEndpoint } from './wire.ts'

const answerMostBytes = 96 * 2 ** 20

// Sizes that OpenAI's image models share with others.
const sizes = [
  { ratio: 1, size: '1024x1024' },
  { ratio: 1.5, size: '1536x1024' },
  { ratio: 2 / 3, size: '1024x1536' },
] as const

/** The size whose ratio is nearest. */
const sizeOf = (ratio: number): string =>
  sizes.toSorted((a, b) => Math.abs(Math.log(a.ratio / ratio)) - Math.abs(Math.log(b.ratio / ratio)))[0]!.size

/** Makes images by OpenAI's `POST /images/generations`, which answers base64, or addresses that are fetched. */
export const makeImages = async (
  endpoint: OpenAiEndpoint,
  { prompt, count, ratio }: ImageOrder,
  signal: AbortSignal,
): Promise<MadeImages> => {
  const { name, model, door } = endpoint
  const content = jsonOf({
    model,
    prompt,
    n: count,
    ...(ratio !== undefined && { size: sizeOf(ratio) }),
    // These answer only in base64, and refuse to be asked for it.
    ...(!model.startsWith('gpt-image') && { response_format: 'b64_json' }),
  })
  const call = { method: 'POST' as const, path: '/images/generations', content, repeats: true }
  const text = await door.text(call, signal, answerMostBytes)
  const answer = readAnswer({ endpoint: name, what: 'list of images' }, text)
  const { data } = answer
  if (!Array.isArray(data) || data.length === 0) throw noImages(name)
  const images: MadeFile[] = []
  for (const one of data.slice(0, count)) images.push(await imageIn(endpoint, objectIn(one), signal))
  return { images, usage: countedTokens('responses', name, answer.usage) }
}

const imageIn = async (
  { name, fetcher }: OpenAiEndpoint,
  { b64_json: base64, url }: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<MadeFile> => {
  const bytes =
    typeof base64 === 'string'
      ? Buffer.from(base64, 'base64')
      : typeof url === 'string'
        ? await fetchPicture(fetcher, name, url, signal)
        : undefined
  const picture = bytes && pictureOf(bytes)
  // Bytes after the end of a picture could be of any other kind.
  if (!picture || picture.endBytes !== bytes.length || bytes.length > mediaMostBytes.picture) throw noImages(name)
  if (picture.width * picture.height > dotsMost) throw noImages(name)
  return { mediaType: picture.mediaType, bytes }
}

const fetchPicture = async (fetcher: OpenAiEndpoint['fetcher'], name: string, url: string, signal: AbortSignal) => {
  const request = { url, accept: ['image/*', 'application/octet-stream'], maxBytes: mediaMostBytes.picture, signal }
  try {
    return (await fetcher.read(request)).bytes
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof FetchRefusal)) throw error
    throw new ModelFailure(`A picture of the model endpoint ${name} could not be fetched.`, {
      status: 502,
      code: 'provider_garbage',
      billed: 'perhaps',
      cause: error,
    })
  }
}

const noImages = (endpoint: string) => malformedAnswer({ endpoint, what: 'list of images' }, '')
