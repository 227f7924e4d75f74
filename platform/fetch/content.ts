import { addAbortSignal, pipeline, Transform, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { refusalOf, type Answer } from './exchange.ts'
import { FetchRefusal } from './refusal.ts'

/**
 * The content of an answer, decoded; at most `maxBytes` of it, on the wire and after decoding, pass before it ends in a
 * FetchRefusal. Content whose declared size is larger is refused before the first byte.
 */
export const contentOf = (answer: Answer, host: string, maxBytes: number, signal: AbortSignal): Readable => {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw new FetchRefusal('size', host)
  const decoder = decoderOf(answer.headers['content-encoding'], host)
  // The last stage is destroyed with the error of any other, and passes it to its reader.
  const last = atMost(maxBytes, host, (error) => refusalOf(error, host, signal))
  const stages = decoder ? [atMost(maxBytes, host), decoder, last] : [last]
  // A body without a length that was cut off would otherwise look whole.
  addAbortSignal(signal, last)
  pipeline([answer.body, ...stages], () => undefined)
  return last
}

const decoderOf = (encoding: string | undefined, host: string): Transform | undefined => {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new FetchRefusal('encoding', host)
  }
}

const atMost = (maxBytes: number, host: string, told = (error: Error) => error) => {
  let passed = 0
  return new Transform({
    destroy: (error, done) => done(error && told(error)),
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > maxBytes) done(new FetchRefusal('size', host))
      else done(null, chunk)
    },
  })
}

export interface MediaType {
  /** In small letters, without parameters: `text/html`; empty if the answer names none. */
  readonly mediaType: string
  readonly charset: string | undefined
}

/** Reads a `Content-Type`. Source: RFC 9110, section 8.3. */
export const mediaTypeOf = (header: string | undefined): MediaType => {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim())
  const charset = parameters
    .map((parameter) => /^charset="?([\w.:-]{1,40})"?$/i.exec(parameter)?.[1])
    .find((found) => found !== undefined)
  return { mediaType: type.toLowerCase(), charset: charset?.toLowerCase() }
}

/** Whether a media type is one of these; `image/*` means every kind of image. */
export const isAccepted = (mediaType: string, accepted: readonly string[]): boolean =>
  accepted.some((one) => one === mediaType || (one.endsWith('/*') && mediaType.startsWith(one.slice(0, -1))))
