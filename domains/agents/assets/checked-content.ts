import { Readable } from 'node:stream'
import { Refusal } from '../../../platform/handler/index.ts'
import { beginningBytes, fitsMediaType, kindOfBytes } from './fits-media-type.ts'

/** The bytes that came are not of the media type that was declared. */
export class TypeDiffersError extends Error {
  /** The kind that they are of, in words. */
  readonly found: string

  constructor(mediaType: string, beginning: Buffer) {
    const found = kindOfBytes(beginning)
    super(`${mediaType} was declared, and ${found} was found.`)
    this.name = 'TypeDiffersError'
    this.found = found
  }
}

/** A declared refusal, and a sentence about the content that was found. */
export const refusalOf = (
  declared: { readonly status: number; readonly code: string; readonly message: string },
  sentence: string,
): Refusal => new Refusal({ ...declared, message: `${declared.message} ${sentence}` })

/** Equal content; reading it throws a TypeDiffersError if its beginning is not of the media type. */
export const checkedContent = (content: Readable, mediaType: string): Readable =>
  Readable.from(checked(content, mediaType), { objectMode: false })

async function* checked(content: Readable, mediaType: string): AsyncGenerator<Buffer> {
  let beginning: Buffer | undefined = Buffer.alloc(0)
  // The unread rest is the request itself: its answer has to come through.
  for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (!beginning) {
      yield chunk
      continue
    }
    beginning = Buffer.concat([beginning, chunk])
    if (beginning.length < beginningBytes) continue
    if (!fitsMediaType(mediaType, beginning)) throw new TypeDiffersError(mediaType, beginning)
    yield beginning
    beginning = undefined
  }
  if (!beginning) return
  if (!fitsMediaType(mediaType, beginning)) throw new TypeDiffersError(mediaType, beginning)
  yield beginning
}
