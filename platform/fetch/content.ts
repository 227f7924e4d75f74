import { addAbortSignal, pipeline, Transform, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { refusalOf, type Answer } from './exchange.ts'
import { FetchRefusal } from './refusal.ts'

/** The decoded content of an answer; a FetchRefusal after `maxBytes`, or at once if the declared size is larger. */
export const contentOf = (answer: Answer, host: string, maxBytes: number, signal: AbortSignal): Readable => {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw new FetchRefusal('size', host)
  const decoder = decoderOf(answer.headers['content-encoding'], host)
  // An error in any stage destroys the last stage, which the caller reads.
  const last = limitBytes(maxBytes, host, (error) => refusalOf(error, host, signal))
  const stages = decoder ? [limitBytes(maxBytes, host), decoder, last] : [last]
  // Without this, a body of unknown length that was cut off would look complete.
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

/** Passes at most `maxBytes`. `toError` translates the error that destroys the stage. */
const limitBytes = (maxBytes: number, host: string, toError = (error: Error) => error) => {
  let passed = 0
  return new Transform({
    destroy: (error, done) => done(error && toError(error)),
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > maxBytes) done(new FetchRefusal('size', host))
      else done(null, chunk)
    },
  })
}

/** The kind of an answer, and its character set. */
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

/** True if a media type is one of these; `image/*` includes every kind of image. */
export const isAccepted = (mediaType: string, accepted: readonly string[]): boolean =>
  accepted.some((one) => one === mediaType || (one.endsWith('/*') && mediaType.startsWith(one.slice(0, -1))))
