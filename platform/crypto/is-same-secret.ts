import { timingSafeEqual } from 'node:crypto'

/** Whether two texts, or two runs of bytes, are the same, compared in a time that does not tell where they differ. */
export const isSameSecret = (one: string | Uint8Array, other: string | Uint8Array): boolean => {
  const given = Buffer.from(one)
  const expected = Buffer.from(other)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
