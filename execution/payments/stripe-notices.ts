import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { PaymentNotice, ReadDelivery } from './provider.ts'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

const Id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const reference = Type.String({ minLength: 1, maxLength: 200 })

// Fields of an event about one of our checkouts; Stripe also sends an endpoint events about others.
const OwnEvent = Type.Object({
  id: reference,
  type: Type.String(),
  livemode: Type.Boolean(),
  // The account of the event, if an endpoint also gets events for accounts that are connected to its own account.
  account: Type.Optional(reference),
  data: Type.Object({
    object: Type.Object({
      id: reference,
      object: Type.Literal('checkout.session'),
      client_reference_id: Id,
      metadata: Type.Object({ atelier_workspace: Id, atelier_checkout: Id }),
      payment_status: Type.String(),
      payment_intent: Type.Optional(Type.Union([reference, Type.Null()])),
      amount_total: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      currency: Type.String({ pattern: '^[a-z]{3}$' }),
    }),
  }),
})

const moved = {
  id: reference,
  livemode: Type.Boolean(),
  account: Type.Optional(reference),
}
const money = {
  id: reference,
  payment_intent: reference,
  currency: Type.String({ pattern: '^[a-z]{3}$' }),
}
const amount = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const RefundEvent = Type.Object({
  ...moved,
  type: Type.Literal('charge.refunded'),
  data: Type.Object({ object: Type.Object({ ...money, object: Type.Literal('charge'), amount_refunded: amount }) }),
})
const disputeMoves = {
  'charge.dispute.created': 'chargeback',
  'charge.dispute.funds_withdrawn': 'chargeback',
  'charge.dispute.funds_reinstated': 'payment',
} as const
const DisputeEvent = Type.Object({
  ...moved,
  type: Type.Unsafe<keyof typeof disputeMoves>(Type.Enum(Object.keys(disputeMoves))),
  data: Type.Object({
    object: Type.Object({ ...money, object: Type.Literal('dispute'), amount, status: Type.String() }),
  }),
})

/** Reads a delivery of Stripe. Not a byte of it is parsed before its signature fits. */
export const readStripeDelivery: ReadDelivery = ({ bytes, header }, secret, now) => {
  if (!isSignedByStripe(bytes, header('stripe-signature'), secret, now)) return undefined
  const event = jsonOf(bytes)
  if (Value.Check(OwnEvent, event)) return noticesOf(event)
  if (Value.Check(RefundEvent, event)) return [refundOf(event)]
  return Value.Check(DisputeEvent, event) ? disputesOf(event) : []
}

const paidBy = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']
const endedBy = ['checkout.session.expired', 'checkout.session.async_payment_failed']

const noticesOf = ({ id, type, livemode, account, data }: Static<typeof OwnEvent>): PaymentNotice[] => {
  const { object: session } = data
  const { atelier_workspace: workspaceId, atelier_checkout: checkoutId } = session.metadata
  const notice = { eventId: id, workspaceId, checkoutId, checkoutReference: session.id }
  if (endedBy.includes(type)) return [{ ...notice, kind: 'ended' }]
  // Completed and not yet paid: a bank transfer, for instance, which another event will report.
  if (!paidBy.includes(type) || session.payment_status !== 'paid') return []
  return [
    {
      ...notice,
      kind: 'paid',
      invoiceId: session.client_reference_id,
      isLive: livemode,
      merchantAccount: account ?? null,
      paymentReference: session.payment_intent ?? session.id,
      providerAmount: session.amount_total,
      currency: session.currency.toUpperCase(),
    },
  ]
}

const movedOf = ({ id, livemode, account }: { id: string; livemode: boolean; account?: string }) =>
  ({ kind: 'moved', eventId: id, isLive: livemode, merchantAccount: account ?? null }) as const

// Stripe reports the sum of the refunds of a charge. The sum is a part of the name of each report.
const refundOf = ({ data: { object: charge }, ...event }: Static<typeof RefundEvent>): PaymentNotice => ({
  ...movedOf(event),
  move: 'refund',
  isSum: true,
  paymentReference: charge.payment_intent,
  moveReference: `${charge.id}:${charge.amount_refunded}`,
  providerAmount: charge.amount_refunded,
  currency: charge.currency.toUpperCase(),
})

/** An inquiry, of the states `warning_…`, moves no money. */
const disputesOf = ({ type, data: { object: dispute }, ...event }: Static<typeof DisputeEvent>): PaymentNotice[] =>
  type === 'charge.dispute.created' && dispute.status.startsWith('warning_')
    ? []
    : [
        {
          ...movedOf(event),
          move: disputeMoves[type],
          isSum: false,
          paymentReference: dispute.payment_intent,
          moveReference: dispute.id,
          providerAmount: dispute.amount,
          currency: dispute.currency.toUpperCase(),
        },
      ]

/** How old a signature may be, and how far ahead of this server's clock. Stripe's own libraries take five minutes too. */
const toleranceSeconds = 300
const headerMost = 2_048
const signaturesMost = 16

/**
 * Whether Stripe signed these bytes with this secret, at a time within five minutes of `now`.
 * Source: docs.stripe.com/webhooks#verify-manually, scheme `v1`: HMAC-SHA-256 over the time, a full stop and the bytes.
 */
export const isSignedByStripe = (bytes: Buffer, header: string | undefined, secret: string, now: Date): boolean => {
  const signed = header === undefined || header.length > headerMost ? undefined : readHeader(header)
  if (!signed || Math.abs(now.getTime() / 1_000 - signed.seconds) > toleranceSeconds) return false
  const expected = createHmac('sha256', secret).update(`${signed.time}.`).update(bytes).digest()
  // Each is compared, so that the time does not show which one fits.
  return signed.signatures.map((one) => timingSafeEqual(one, expected)).includes(true)
}

const readHeader = (header: string) => {
  const pairs = header.split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
  const [time, ...others] = valuesOf('t')
  const signatures = valuesOf('v1').filter((one) => /^[0-9a-f]{64}$/.test(one))
  if (time === undefined || others.length > 0 || !/^[0-9]{1,12}$/.test(time)) return undefined
  if (signatures.length === 0 || signatures.length > signaturesMost) return undefined
  return { time, seconds: Number(time), signatures: signatures.map((one) => Buffer.from(one, 'hex')) }
}
