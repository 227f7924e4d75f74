export const billableStatuses = ['open', 'invoiced', 'written_off'] as const
export type BillableStatus = (typeof billableStatuses)[number]

export const units = ['piece', 'hour', 'day', 'week', 'month', 'year', 'flat'] as const
export type Unit = (typeof units)[number]

/** Where a billable comes from: a decision about a deliverable, the usage of a cycle, a task, or a person’s entry. */
export const sourceKinds = ['decision', 'cycle', 'task', 'entry'] as const
export type SourceKind = (typeof sourceKinds)[number]

interface BilledOrNot {
  readonly invoiceId: string | null
  readonly writtenOffAt: Date | null
}

export const billableStatusOf = ({ invoiceId, writtenOffAt }: BilledOrNot): BillableStatus => {
  if (writtenOffAt !== null) return 'written_off'
  return invoiceId === null ? 'open' : 'invoiced'
}

/** True if a charge with its corrections is not below zero: no more is taken back than was charged. */
export const leavesEnough = (charge: LinePrice, corrections: readonly LinePrice[]): boolean =>
  sumOf([charge, ...corrections].map(lineAmountOf)) >= 0n

/** Spaces between its parts are accepted; `ibanOf` takes them out. */
export const ibanPattern = '^[A-Za-z]{2}[0-9]{2}(?: ?[A-Za-z0-9]){11,30}$'
export const bicPattern = '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'

/** An IBAN as it is kept: without spaces, in capital letters; undefined if its check digits are wrong. Source: ISO 13616. */
export const ibanOf = (text: string): string | undefined => {
  const iban = text.replaceAll(' ', '').toUpperCase()
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n ? iban : undefined
}

/** An IBAN in groups of four, as people read it. */
export const ibanText = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** How the number of an invoice is written. */
export interface NumberFormat {
  readonly prefix: string
  readonly withYear: boolean
  /** The sequence has at least so many digits. */
  readonly digits: number
}

/**
 * Latin letters, digits and `/ . _ -`, without a digit at the end: so the digits at the end of a number are its
 * sequence, and no two formats of a workspace ever write the same number.
 */
export const prefixPattern = '^([A-Za-z0-9/._-]{0,19}[A-Za-z/._-])?$'

export const digitsMost = 10

export const usualFormat: NumberFormat = { prefix: '', withYear: true, digits: 4 }

/** The number of the invoice that has this place in the sequence of the workspace, issued in this year. */
export const numberOf = ({ prefix, withYear, digits }: NumberFormat, sequence: number, year: number): string =>
  `${prefix}${withYear ? `${year}-` : ''}${String(sequence).padStart(digits, '0')}`

/** Specifications that use EN 16931, each with the fields that its network or authority asks for: decisions/0301. */
export const profileNames = ['en16931', 'peppol', 'xrechnung', 'franceCtc'] as const
export type ProfileName = (typeof profileNames)[number]

/** An amount in minor units as a decimal: `-1234.50` for -123450 with two decimals. Exact, as no division is. */
export const writtenMinor = (minor: number | bigint, decimals: number): string => {
  const digits = String(minor)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${minor < 0 ? '-' : ''}${whole}${fraction}`
}

/**
 * Minor units of an amount that a person wrote, with a comma or a point before its decimals; undefined if it is no
 * amount, is finer than the currency, or is more than a number of JSON holds exactly.
 */
export const minorOfWritten = (text: string, decimals: number): number | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,16})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'))
  return minor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(minor) : undefined
}

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

/** Categories of EN 16931 (UNTDID 5305): the legal reason of a rate, which a rate of zero does not have. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

export interface Tax {
  readonly category: TaxCategory
  /** In hundredths of a percent. */
  readonly rateBps: number
  /** Why no tax is asked for. */
  readonly reason: string | null
}
export interface TaxClass extends Tax {
  readonly name: string
}

export const rateMostBps = 10_000

type Fault = 'name_twice' | 'needs_rate' | 'takes_no_rate' | 'needs_reason' | 'takes_no_reason'

/** The fault of each tax class, by its place in the list (BR-S-05 to BR-O-10). */
export const faultsIn = (classes: readonly TaxClass[]): { readonly at: number; readonly fault: Fault }[] =>
  classes.flatMap((one, at) => {
    const isTwice = classes.findIndex(({ name }) => name === one.name) !== at
    const fault = isTwice ? 'name_twice' : faultOf(one)
    return fault ? [{ at, fault }] : []
  })

const withoutReason: readonly TaxCategory[] = ['S', 'Z']

const faultOf = ({ category, rateBps, reason }: TaxClass): Fault | undefined => {
  if (category === 'S' && rateBps === 0) return 'needs_rate'
  if (category !== 'S' && rateBps !== 0) return 'takes_no_rate'
  if (withoutReason.includes(category)) return reason === null ? undefined : 'takes_no_reason'
  return reason === null ? 'needs_reason' : undefined
}

/** Rates in hundredths of a percent, by the name of the tax class. */
export type Rates = Readonly<Record<string, number>>

/**
 * The tax of a class: as the workspace defines it, or class S with the given rate. An undefined class is S with a rate
 * above zero, and Z with zero. `no_rate` without any rate, `contradicts` if the category cannot have the given rate.
 */
export const taxOf = (name: string, classes: readonly TaxClass[], rates: Rates): Tax | 'no_rate' | 'contradicts' => {
  const given = Object.hasOwn(rates, name) ? rates[name] : undefined
  const defined = classes.find((one) => one.name === name)
  if (!defined)
    return given === undefined ? 'no_rate' : { category: given > 0 ? 'S' : 'Z', rateBps: given, reason: null }
  const { category, rateBps, reason } = defined
  const rate = given ?? rateBps
  return (category === 'S') === rate > 0 ? { category, rateBps: rate, reason } : 'contradicts'
}
