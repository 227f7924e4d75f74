/** A part of an object: the positions of its first and its last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * The part of `sizeBytes` bytes that a request asks for by its `Range` header (RFC 9110, section 14.2). Undefined for
 * the whole: without a header, with `If-Range`, for several parts, and for a part that is not there.
 */
export const byteRange = (
  sizeBytes: number,
  range: string | undefined,
  ifRange: string | undefined,
): ByteRange | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (ifRange !== undefined || sizeBytes === 0 || (from === '' && to === '')) return undefined
  if (from === '') {
    const suffixBytes = Math.min(Number(to), sizeBytes)
    return suffixBytes === 0 ? undefined : { first: sizeBytes - suffixBytes, last: sizeBytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  return first > last ? undefined : { first, last }
}
