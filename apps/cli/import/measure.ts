import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** What the server is told about a bundle before it comes. */
export interface Measured {
  readonly bundleSha256: string
  readonly bundleSizeBytes: number
}

/** Counts and hashes the bytes that pass; `result` is for when all have. */
export const openMeasure = () => {
  const hash = createHash('sha256')
  let bundleSizeBytes = 0
  const pass = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bundleSizeBytes += chunk.length
      done(null, chunk)
    },
  })
  return { pass, result: (): Measured => ({ bundleSha256: hash.digest('hex'), bundleSizeBytes }) }
}
