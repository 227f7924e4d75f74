import { timingSafeEqual, createHmac } from 'node:crypto'

/** True if two texts or byte arrays are equal, compared in constant time. */
export const isSameSecret = (one: string | Uint8Array, other: string | Uint8Array): boolean => {
  const given = Buffer.from(one)
  const expected = Buffer.from(other)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Whether a text is the HMAC-SHA-256 of bytes under a secret, in hexadecimal, compared in constant time. */
export const isHexSignature = (bytes: Buffer, signature: string | undefined, secret: string): boolean => {
  if (signature === undefined || !/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', secret).update(bytes).digest())
}
