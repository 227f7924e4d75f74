import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * Returns the SHA-256, 32 bytes, of a request's content: equal for the same parameters, query and body, in any order or
 * spacing of fields. Values are JSON values; undefined counts as left out. Source: RFC 8785.
 */
export const payloadHash = (request: {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}): Buffer => {
  const { params, query, body } = request
  // A number beyond a double's range came in as infinite, which canonical JSON refuses.
  const plain: unknown = JSON.parse(JSON.stringify({ params, query, body }))
  return createHash('sha256').update(canonicalize(plain)!).digest()
}
