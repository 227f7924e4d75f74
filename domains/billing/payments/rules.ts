import type { Balance, InvoiceStatus } from '../invoices/rules.ts'
import { providerAmountOf } from './rules/amounts.ts'
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
  const differs = (told: string | boolean | null, known: string | boolean | null) =>
    told !== null && known !== null && told !== known
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
