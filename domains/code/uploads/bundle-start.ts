import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { looksLikeBundle } from '../../../execution/repositories/index.ts'

const firstLineBytes = 16

/**
 * True if a stream begins with the first line of a git bundle. The bytes that were looked at are put back, unless the
 * stream ended before the answer.
 */
export const startsWithBundleHeader = async (body: Readable): Promise<boolean> => {
  let start = Buffer.alloc(0)
  while (start.length < firstLineBytes) {
    const chunk = body.read() as Buffer | null
    if (chunk) start = Buffer.concat([start, chunk])
    else if (body.readableEnded) return false
    else await moreOf(body)
  }
  body.unshift(start)
  return looksLikeBundle(start)
}

const moreOf = async (stream: Readable) => {
  const stop = new AbortController()
  const { signal } = stop
  await Promise.race([once(stream, 'readable', { signal }), once(stream, 'end', { signal })]).finally(() =>
    stop.abort(),
  )
}
