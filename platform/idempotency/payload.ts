import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * SHA-256, 32 bytes, of what a request asks for: equal for the same parameters, query and body, however their fields
 * are ordered or spaced. Values are those of JSON; what is undefined counts as left out. Source: RFC 8785.
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
