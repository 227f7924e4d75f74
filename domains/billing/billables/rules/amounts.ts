/** Up to twelve digits before the point and six behind it. */
export const quantityPattern = '^-?(0|[1-9]\\d{0,11})(\\.\\d{1,6})?$'

/** An exact decimal: `coefficient` divided by ten to the power of `scale`. */
interface Decimal {
  readonly coefficient: bigint
  readonly scale: number
}

/** Reads a quantity, which is a decimal as text: as a number of JSON it would be a binary fraction. */
export const decimalOf = (text: string): Decimal => {
  if (!new RegExp(quantityPattern).test(text)) throw new Error(`${text} is not a quantity`)
  const [whole, fraction = ''] = text.split('.') as [string, string?]
  return { coefficient: BigInt(whole + fraction), scale: fraction.length }
}

const magnitude = (value: bigint) => (value < 0n ? -value : value)

/**
 * A quotient rounded to a whole number, a half away from zero: required by EN 16931 for a positive amount; for a
 * negative amount it makes a correction the exact opposite of its charge. The divisor is positive.
 */
export const roundedQuotient = (dividend: bigint, divisor: bigint): bigint => {
  const rounded = (2n * magnitude(dividend) + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}

export interface LinePrice {
  /** A decimal as text. */
  readonly quantity: string
  readonly unitPriceMinor: number
}

/** The net amount of a line (BT-131): quantity times price, rounded once to the minor unit of the currency. */
export const lineAmountOf = ({ quantity, unitPriceMinor }: LinePrice): bigint => {
  const { coefficient, scale } = decimalOf(quantity)
  return roundedQuotient(coefficient * BigInt(unitPriceMinor), 10n ** BigInt(scale))
}

// The largest integer that JSON numbers hold exactly.
const amountMost = BigInt(Number.MAX_SAFE_INTEGER)

/** True if an invoice can represent the amount in minor units. */
export const isRepresentable = (amountMinor: bigint): boolean => magnitude(amountMinor) <= amountMost

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
