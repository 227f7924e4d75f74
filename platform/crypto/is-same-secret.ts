import { timingSafeEqual } from 'node:crypto'

/** True if two texts or byte arrays are equal, compared in constant time. */
export const isSameSecret = (one: string | Uint8Array, other: string | Uint8Array): boolean => {
  const given = Buffer.from(one)
  const expected = Buffer.from(other)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
