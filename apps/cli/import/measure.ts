import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** The declaration of a bundle before its upload. */
export interface BundleDigest {
  readonly bundleSha256: string
  readonly bundleSizeBytes: number
}

/** Counts and hashes the bytes that pass; once all have, either `sha256` or `result` is called. */
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
  const sha256 = () => hash.digest('hex')
  return { pass, sha256, result: (): BundleDigest => ({ bundleSha256: sha256(), bundleSizeBytes }) }
}
