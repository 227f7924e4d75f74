import { refuse } from '../refusal/refusal.ts'

/** A part of an object: the positions of its first and its last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * The part of `sizeBytes` bytes that a request asks for by its `Range` header (RFC 9110, section 14.2). Undefined for
 * the whole: without a header, with `If-Range`, for several parts, and for an empty object. 416 for a part behind the end.
 */
export const byteRange = (
  sizeBytes: number,
  range: string | undefined,
  ifRange: string | undefined,
): ByteRange | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (ifRange !== undefined || sizeBytes === 0 || (from === '' && to === '')) return undefined
  if (from === '') {
    const suffixBytes = Math.min(Number(to), sizeBytes)
    return suffixBytes === 0 ? behindEnd(sizeBytes) : { first: sizeBytes - suffixBytes, last: sizeBytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? Infinity : Number(to)
  // A range that ends before it begins is invalid and ignored.
  if (first > last) return undefined
  return first >= sizeBytes ? behindEnd(sizeBytes) : { first, last: Math.min(last, sizeBytes - 1) }
}

const behindEnd = (sizeBytes: number) => refuse('rangeUnsatisfiable', { sizeBytes })
