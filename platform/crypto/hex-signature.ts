import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a text is the HMAC-SHA-256 of bytes under a secret, in hexadecimal, compared in constant time. */
export const isHexSignature = (bytes: Buffer, signature: string | undefined, secret: string): boolean => {
  if (signature === undefined || !/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', secret).update(bytes).digest())
}
