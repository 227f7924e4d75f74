import { Readable } from 'node:stream'
import { looksLikeBundle } from '../../execution/repositories/index.ts'

const firstLineBytes = 16

/** The first line of a stream is not a git bundle's. */
export class NotABundle extends Error {}

/** The same bytes, or `NotABundle` before any of them, where the first line is not that of a git bundle. */
export const beginsAsBundle = (body: Readable): Readable => Readable.from(checked(body), { objectMode: false })

async function* checked(body: Readable): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (!start) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (start.length < firstLineBytes) continue
      if (!looksLikeBundle(start)) throw new NotABundle()
      yield start
      start = undefined
    }
  }
  if (start) throw new NotABundle()
}
