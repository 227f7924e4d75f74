import type { Balance, InvoiceStatus } from '../invoices/rules.ts'
import type { PaymentProvider } from './rules/keys.ts'

export { paymentProviders, type PaymentProvider } from './rules/keys.ts'

export const checkoutStatuses = ['opening', 'open', 'paid', 'completed', 'canceled', 'expired', 'refused'] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/** Less than the day that Stripe keeps a checkout open at most, whose clock may differ from ours. */
export const checkoutMs = 23 * 3_600_000
/** A checkout whose opening was interrupted is asked for again as long as it stays open for a while; Stripe wants 30 minutes. */
const reopenMs = 3_600_000

/** True if the provider can still be asked for this checkout, which it may have opened already. */
export const canBeOpenedYet = (expiresAt: Date, now: Date): boolean => expiresAt.getTime() - now.getTime() > reopenMs

interface Payable {
  readonly status: InvoiceStatus
  readonly currency: string
  readonly balance: Pick<Balance, 'dueCents'>
}

/** Why an invoice cannot be paid with a provider, else the amount in the provider's minor units. */
export const amountToPay = (
  { status, currency, balance: { dueCents } }: Payable,
  provider: PaymentProvider,
  decimals: number,
): number | 'notPayable' | 'nothingToPay' | 'tooLarge' | 'inexact' => {
  if (dueCents > 0) return providerAmountOf(provider, currency, dueCents, decimals)
  return status === 'final' ? 'nothingToPay' : 'notPayable'
}

export const noticeOutcomes = ['settled', 'repeated', 'mismatched'] as const
export type NoticeOutcome = (typeof noticeOutcomes)[number]

/** Why a payment settles no invoice though its signature is right. */
export const mismatches = [
  'unknown_checkout',
  'other_invoice',
  'other_checkout',
  'other_account',
  'other_mode',
  'other_currency',
  'other_amount',
  'invoice_void',
  'invoice_paid',
  'not_taken',
] as const
export type Mismatch = (typeof mismatches)[number]

/** True if the payment is certainly of the invoice, and recorded although it differs from the requested amount. */
export const isRecordedAnyway = (reason: Mismatch): boolean =>
  ['other_amount', 'invoice_void', 'invoice_paid'].includes(reason)

interface Expected {
  readonly isLive: boolean
  readonly merchantAccount: string | null
  readonly checkout: {
    readonly invoiceId: string
    readonly status: CheckoutStatus
    readonly reference: string | null
    readonly currency: string
    readonly providerAmount: number
  }
  readonly invoice: { readonly status: InvoiceStatus; readonly balance: Pick<Balance, 'dueCents'> }
  /** Whether the invoice has this payment already. */
  readonly isRecorded: boolean
}

/** A payment as a provider signed it; null if it signs nothing of the kind. */
interface SignedPayment {
  readonly checkoutReference: string | null
  readonly invoiceId: string | null
  readonly isLive: boolean | null
  readonly merchantAccount: string | null
  readonly currency: string
  readonly providerAmount: number
  readonly paymentReference: string
}

/** The effect of a payment: it settles the invoice, is a repeat, or differs from the request. */
export const judgePayment = (
  said: SignedPayment,
  expected: Expected | undefined,
): 'settled' | 'repeated' | Mismatch => {
  if (!expected) return 'unknown_checkout'
  const { isLive, merchantAccount, checkout, invoice, isRecorded } = expected
  const differs = (signed: string | boolean | null, own: string | boolean | null) =>
    signed !== null && own !== null && signed !== own
  if (differs(said.invoiceId, checkout.invoiceId)) return 'other_invoice'
  if (differs(said.checkoutReference, checkout.reference)) return 'other_checkout'
  // A connection without the name of an account takes no payment of a named one.
  if (said.merchantAccount !== null && said.merchantAccount !== merchantAccount) return 'other_account'
  if (differs(said.isLive, isLive)) return 'other_mode'
  if (said.currency !== checkout.currency) return 'other_currency'
  if (isRecorded) return 'repeated'
  if (invoice.status === 'void') return 'invoice_void'
  if (invoice.balance.dueCents <= 0) return 'invoice_paid'
  return said.providerAmount === checkout.providerAmount ? 'settled' : 'other_amount'
}

const firstPauseMs = 60_000
const longestPauseMs = 3_600_000

/** Delay before a checkout is ended again, after so many attempts. */
export const pauseMs = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10))

/**
 * True if a provider may send payers there; `home` is an address of this server. A payment page is shared by all who may pay the invoice, so a client must
 * not decide the return address of the others.
 */
export const isReturnAddress = (
  text: string,
  { home, isAgency }: { readonly home: string; readonly isAgency: boolean },
): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, origin, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return origin === new URL(home).origin || (isAgency && protocol === 'https:')
}

interface Amounts {
  /** Decimals of the provider's minor units if they differ from ISO 4217. */
  readonly decimals: Readonly<Record<string, number>>
  /** Amounts in these currencies have to be multiples of this, in the provider's minor units. */
  readonly multiples: Readonly<Record<string, number>>
  /** The most that is taken in one payment, in the provider's minor units. */
  readonly most: Readonly<Record<string, number>>
  readonly usualMost: number
}

const threeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

// Sources: docs.stripe.com/currencies (special cases, maximum amounts) and docs.adyen.com/development-resources/
// currency-codes. Adyen names no maximum; its acquirers' messages have twelve digits (ISO 8583, field 4).
const amounts: Readonly<Record<PaymentProvider, Amounts>> = {
  stripe: {
    decimals: { ISK: 2, UGX: 2, MGA: 0 },
    multiples: { ISK: 100, UGX: 100, ...Object.fromEntries(threeDecimals.map((currency) => [currency, 10])) },
    most: { IDR: 999_999_999_999 },
    usualMost: 99_999_999,
  },
  adyen: {
    decimals: { CLP: 2, CVE: 0, IDR: 0, ISK: 2 },
    multiples: {},
    most: {},
    usualMost: 999_999_999_999,
  },
}

/** The decimals of a provider in a currency that has `decimals` in ISO 4217. */
export const providerDecimals = (provider: PaymentProvider, currency: string, decimals: number): number =>
  amounts[provider].decimals[currency] ?? decimals

/**
 * An amount in minor units of ISO 4217, with `decimals` of them, in minor units of a provider. `tooLarge` if it is more
 * than the provider takes in one payment, `inexact` if the provider has no such amount.
 */
export const providerAmountOf = (
  provider: PaymentProvider,
  currency: string,
  amountMinor: number,
  decimals: number,
): number | 'tooLarge' | 'inexact' => {
  const rules = amounts[provider]
  const shift = providerDecimals(provider, currency, decimals) - decimals
  const scaled = shift >= 0 ? BigInt(amountMinor) * 10n ** BigInt(shift) : exactQuotient(amountMinor, -shift)
  if (scaled === undefined || scaled % BigInt(rules.multiples[currency] ?? 1) !== 0n) return 'inexact'
  return scaled > BigInt(rules.most[currency] ?? rules.usualMost) ? 'tooLarge' : Number(scaled)
}

/** An amount of a provider in minor units of ISO 4217; undefined if no amount has the same worth. */
export const minorOf = (
  provider: PaymentProvider,
  currency: string,
  providerAmount: number,
  decimals: number,
): number | undefined => {
  const shift = providerDecimals(provider, currency, decimals) - decimals
  const scaled = shift >= 0 ? exactQuotient(providerAmount, shift) : BigInt(providerAmount) * 10n ** BigInt(-shift)
  return scaled === undefined ? undefined : Number(scaled)
}

const exactQuotient = (amount: number, places: number) => {
  const divisor = 10n ** BigInt(places)
  return BigInt(amount) % divisor === 0n ? BigInt(amount) / divisor : undefined
}
