import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { PktError } from '../../../execution/repositories/index.ts'

/** A request has more bytes than are taken. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/** The body of a git request, decompressed; throws PktError for other encodings, BodyTooLargeError past `mostBytes`. */
export async function* bodyOf(body: Readable, encoding: string | undefined, mostBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0
  try {
    for await (const chunk of decoded(body, encoding) as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > mostBytes) throw new BodyTooLargeError(`The body has more than ${mostBytes} bytes`)
      yield chunk
    }
  } catch (error) {
    // Codes of zlib.
    const isDamaged = String((error as NodeJS.ErrnoException).code).startsWith('Z_')
    throw isDamaged ? new PktError('The compressed request is damaged.') : error
  }
}

const decoded = (body: Readable, encoding: string | undefined): Readable => {
  if (encoding === undefined || encoding === 'identity') return body
  if (!['gzip', 'x-gzip'].includes(encoding)) throw new PktError('Git compresses its requests by gzip alone.')
  // A failure destroys the last stream with its error, which the reader of that stream gets.
  return pipeline(body, createGunzip(), () => undefined)
}

/** Reads a stream of `bodyOf`, which limits its size, to its end. */
export const readAll = async (body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads the rest of a stream by `next`, as no chunk is used: git reads an answer once it has sent its request. */
export const drain = async (body: AsyncGenerator<Buffer>): Promise<void> => {
  for (let part = await body.next(); !part.done;) part = await body.next()
}
