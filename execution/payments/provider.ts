/** Whose checkouts take payments. Each signs its webhooks, which is what lets it settle an invoice. */
export type PaymentProviderId = 'stripe' | 'adyen'

/** An account at a provider. */
export interface PaymentAccount {
  readonly apiKey: string
  /** Adyen's; null of Stripe. */
  readonly merchantAccount: string | null
  /** Prefix of Adyen's live addresses; null for its test platform, and for Stripe. */
  readonly livePrefix: string | null
}

/** A checkout as it is asked for: the same values under the same id give the same checkout, however often they are sent. */
export interface CheckoutRequest {
  readonly id: string
  readonly workspaceId: string
  readonly invoiceId: string
  readonly invoiceNumber: string
  /** In the provider's minor units. */
  readonly providerAmount: number
  /** By ISO 4217. */
  readonly currency: string
  /** The address that the provider sends the payer to after payment. */
  readonly successUrl: string
  readonly expiresAt: Date
}

interface OpenedCheckout {
  /** The provider's name for it. */
  readonly reference: string
  /** The page on which one pays. */
  readonly url: string
}

/** The state of a checkout that was to be ended: it can no longer be paid, or it was paid. */
export type EndedCheckout = 'canceled' | 'completed'

/** Carries out what concerns one account. Every call throws a PaymentFailure. */
export interface PaymentProvider {
  open(account: PaymentAccount, checkout: CheckoutRequest): Promise<OpenedCheckout>
  /** Ends a checkout; a second time too. */
  end(account: PaymentAccount, reference: string, key: string): Promise<EndedCheckout>
  /** Succeeds if the account may open checkouts, as far as can be judged without opening one. */
  test(account: PaymentAccount): Promise<void>
}

/**
 * A verified webhook of a provider, as far as it concerns a checkout of this product. `eventId` is the same for each
 * delivery of the same event. An `ended` checkout can no longer be paid.
 */
export type PaymentNotice = PaidNotice | (Notice & { readonly kind: 'ended' }) | MovedNotice

interface Notice {
  readonly eventId: string
  readonly workspaceId: string
  readonly checkoutId: string
  /** Null if the provider does not sign it. */
  readonly checkoutReference: string | null
}
export interface PaidNotice extends Notice {
  readonly kind: 'paid'
  /** Null if the provider does not sign it. */
  readonly invoiceId: string | null
  readonly paymentReference: string
  readonly providerAmount: number
  /** In capital letters. */
  readonly currency: string
  /** Whose account was paid, if the provider's keys can be for several; else null. */
  readonly merchantAccount: string | null
  /** Whether it was money; null if the provider does not sign it. */
  readonly isLive: boolean | null
}
/** Money of a payment went back, or came again after it went back. Its reference names the payment. */
export interface MovedNotice extends Omit<
  PaidNotice,
  'kind' | 'workspaceId' | 'checkoutId' | 'checkoutReference' | 'invoiceId'
> {
  readonly kind: 'moved'
  readonly move: 'refund' | 'chargeback' | 'payment'
  /** The provider's name for this move, the same in each of its reports. */
  readonly moveReference: string
  /** Whether the amount is all that was refunded of the payment so far. */
  readonly isSum: boolean
}

/** A delivery of a webhook as it arrived. */
export interface Delivery {
  readonly bytes: Buffer
  header(name: string): string | undefined
}

/** The content of a delivery that is wholly signed with this secret; undefined if it is not genuine. */
export type ReadDelivery = (delivery: Delivery, secret: string, now: Date) => readonly PaymentNotice[] | undefined

/**
 * A provider did not carry out a request. `refused` stays refused for these values; after `unavailable` it is not known
 * what happened, and the same request may be repeated. `reason` is the provider's own code, `[a-z0-9_.]{1,80}`.
 */
export class PaymentFailure extends Error {
  readonly kind: 'refused' | 'unavailable'
  readonly reason: string

  constructor(kind: PaymentFailure['kind'], reason: unknown, cause?: unknown) {
    const said = typeof reason === 'string' || typeof reason === 'number' ? String(reason).toLowerCase() : ''
    const shown = /^[a-z0-9_.]{1,80}$/.test(said) ? said : 'unknown'
    super(`The payment provider ${kind === 'refused' ? 'refused' : 'did not answer'}: ${shown}`, { cause })
    this.kind = kind
    this.reason = shown
  }
}

/** Limits of a request to a provider, and of its answer. */
export const requestLimits = { maxBytes: 1_048_576, withinMs: 15_000 } as const
