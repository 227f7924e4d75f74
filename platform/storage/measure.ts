import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { StoredObject } from './objects.ts'

/** Counts and hashes bytes as they pass. */
export const openMeasure = () => {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const add = (chunk: Uint8Array) => {
    sizeBytes += chunk.length
    hash.update(chunk)
  }
  return {
    add,
    /** Passes all chunks on, counted. */
    async *pass<Chunk extends Uint8Array>(content: AsyncIterable<Chunk>) {
      for await (const chunk of content) {
        add(chunk)
        yield chunk
      }
    },
    get sizeBytes() {
      return sizeBytes
    },
    /** Once, after the last chunk; SHA-256 in hexadecimal. */
    result: (): StoredObject => ({ sizeBytes, sha256: hash.digest('hex') }),
  }
}

/** Reads content to its end. */
export const measure = async (content: AsyncIterable<Uint8Array>): Promise<StoredObject> => {
  const measuring = openMeasure()
  for await (const chunk of content) measuring.add(chunk)
  return measuring.result()
}

/** Reads a file to its end; rejects if it is absent. */
export const measureFile = (path: string, signal?: AbortSignal): Promise<StoredObject> =>
  measure(createReadStream(path, { highWaterMark: 1024 * 1024, ...(signal && { signal }) }))
