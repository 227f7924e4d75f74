import type { PaymentProvider } from './keys.ts'

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
