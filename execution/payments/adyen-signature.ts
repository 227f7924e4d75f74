import { createHmac, timingSafeEqual } from 'node:crypto'

/** Fields that Adyen signs for a notification, and its signature. Nothing else of a notification is to be believed. */
export interface SignedItem {
  readonly pspReference: string
  readonly originalReference: string
  readonly merchantAccountCode: string
  readonly merchantReference: string
  readonly value: number
  readonly currency: string
  readonly eventCode: string
  readonly success: 'true' | 'false'
  readonly hmacSignature: string
}

/**
 * Whether Adyen signed this notification with this key, 64 hexadecimal digits.
 * Source: docs.adyen.com/development-resources/webhooks/verify-hmac-signatures: HMAC-SHA-256 over eight fields joined
 * with colons. A field with a colon in it could move into the next one, and is refused.
 */
export const isSignedByAdyen = (item: SignedItem, hmacKey: string): boolean => {
  const fields = [
    item.pspReference,
    item.originalReference,
    item.merchantAccountCode,
    item.merchantReference,
    String(item.value),
    item.currency,
    item.eventCode,
    item.success,
  ]
  if (fields.some((field) => field.includes(':')) || !/^[A-Za-z0-9+/]{43}=$/.test(item.hmacSignature)) return false
  const expected = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(fields.join(':')).digest()
  return timingSafeEqual(expected, Buffer.from(item.hmacSignature, 'base64'))
}
