import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { MovedNotice, PaymentNotice, ReadDelivery } from './provider.ts'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

const text = Type.String({ maxLength: 200 })

const Item = Type.Object({
  additionalData: Type.Object({ hmacSignature: text }),
  amount: Type.Object({
    value: Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    currency: text,
  }),
  pspReference: text,
  originalReference: Type.Optional(Type.Union([text, Type.Null()])),
  merchantAccountCode: text,
  merchantReference: text,
  eventCode: text,
  success: Type.Union([Type.Literal('true'), Type.Literal('false')]),
})
const Batch = Type.Object({
  notificationItems: Type.Array(Type.Object({ NotificationRequestItem: Type.Unknown() }), {
    minItems: 1,
    maxItems: 100,
  }),
})

/**
 * Reads a delivery of Adyen. Its signatures stand inside of the JSON, so that this is parsed first; nothing of an item is
 * used before its signature fits, and nothing afterwards that it does not cover. One wrong item of ours refuses them
 * all. Items of other shops of the merchant account cause nothing.
 */
export const readAdyenDelivery: ReadDelivery = ({ bytes }, hmacKey) => {
  const batch = jsonOf(bytes)
  if (!Value.Check(Batch, batch)) return undefined
  const own = batch.notificationItems.map(({ NotificationRequestItem: item }) => item).filter(isOurs)
  if (!own.every((item) => Value.Check(Item, item))) return undefined
  const items = own.map(signedPartOf)
  return items.every((item) => isSignedByAdyen(item, hmacKey)) ? items.flatMap(noticesOf) : undefined
}

const signedPartOf = (item: Static<typeof Item>): SignedItem => ({
  pspReference: item.pspReference,
  originalReference: item.originalReference ?? '',
  merchantAccountCode: item.merchantAccountCode,
  merchantReference: item.merchantReference,
  value: item.amount.value,
  currency: item.amount.currency,
  eventCode: item.eventCode,
  success: item.success,
  hmacSignature: item.additionalData.hmacSignature,
})

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ownReference = new RegExp(`^(${uuid})_(${uuid})$`)

/** Adyen's name for a checkout of ours, at most 80 characters: the only one of our own words that it signs. */
export const merchantReferenceOf = (workspaceId: string, checkoutId: string) => `${workspaceId}_${checkoutId}`

const moves: Readonly<Record<string, MovedNotice['move']>> = {
  REFUND: 'refund',
  REFUND_FAILED: 'payment',
  REFUNDED_REVERSED: 'payment',
  CHARGEBACK: 'chargeback',
  SECOND_CHARGEBACK: 'chargeback',
  CHARGEBACK_REVERSED: 'payment',
}

// A refund may have a reference of its own; its payment has the owner.
const isOurs = (item: unknown) => {
  const { merchantReference: reference, eventCode } = (item ?? {}) as Readonly<Record<string, unknown>>
  if (typeof eventCode === 'string' && Object.hasOwn(moves, eventCode)) return true
  return typeof reference === 'string' && ownReference.test(reference)
}

const noticesOf = (item: SignedItem): PaymentNotice[] => {
  const move = Object.hasOwn(moves, item.eventCode) ? moves[item.eventCode] : undefined
  if (move) return item.success === 'true' && item.value > 0 && item.originalReference ? [movedOf(item, move)] : []
  const [, workspaceId, checkoutId] = ownReference.exec(item.merchantReference) ?? []
  const isPaid = item.eventCode === 'AUTHORISATION' && item.success === 'true'
  if (workspaceId === undefined || checkoutId === undefined || !isPaid) return []
  return [
    {
      kind: 'paid',
      eventId: `${item.pspReference}:${item.eventCode}`,
      workspaceId,
      checkoutId,
      checkoutReference: null,
      invoiceId: null,
      isLive: null,
      merchantAccount: item.merchantAccountCode,
      paymentReference: item.pspReference,
      providerAmount: item.value,
      currency: item.currency,
    },
  ]
}

const movedOf = (item: SignedItem, move: MovedNotice['move']): MovedNotice => ({
  kind: 'moved',
  eventId: `${item.pspReference}:${item.eventCode}`,
  move,
  isSum: false,
  paymentReference: item.originalReference,
  moveReference: `${item.pspReference}:${item.eventCode}`,
  providerAmount: item.value,
  currency: item.currency,
  merchantAccount: item.merchantAccountCode,
  isLive: null,
})

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
