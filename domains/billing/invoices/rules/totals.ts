import { roundedQuotient, sumOf } from '../../billables/rules/amounts.ts'
import type { Tax } from '../../billables/rules/tax.ts'

interface TaxedLine extends Tax {
  readonly amountMinor: bigint
}

export interface TaxTotal extends Tax {
  readonly taxableMinor: bigint
  readonly taxMinor: bigint
}

export interface Totals {
  readonly netMinor: bigint
  readonly taxMinor: bigint
  readonly totalMinor: bigint
  /** One for each category and rate, in the order of the lines. */
  readonly taxTotals: readonly TaxTotal[]
}

/**
 * The totals of an invoice by EN 16931. Lines are rounded already, so that sums are exact; tax is rounded once for each
 * category and rate (BR-CO-17), never per line. Tax classes with one category and rate share one total, as BG-23 asks.
 * See decisions/0085.
 */
export const totalsOf = (lines: readonly TaxedLine[]): Totals => {
  const taxTotals = groupsOf(lines).map(taxTotalOf)
  const netMinor = sumOf(lines.map(({ amountMinor }) => amountMinor))
  const taxMinor = sumOf(taxTotals.map((total) => total.taxMinor))
  return { netMinor, taxMinor, totalMinor: netMinor + taxMinor, taxTotals }
}

const groupsOf = (lines: readonly TaxedLine[]) => [
  ...Map.groupBy(lines, ({ category, rateBps }) => `${category} ${rateBps}`).values(),
]

const taxTotalOf = (lines: readonly TaxedLine[]): TaxTotal => {
  const { category, rateBps } = lines[0]!
  const taxableMinor = sumOf(lines.map(({ amountMinor }) => amountMinor))
  const reasons = [...new Set(lines.flatMap(({ reason }) => reason ?? []))]
  return {
    category,
    rateBps,
    reason: reasons.join('; ') || null,
    taxableMinor,
    taxMinor: roundedQuotient(taxableMinor * BigInt(rateBps), 10_000n),
  }
}

/** Types of EN 16931 (UNTDID 1001): an invoice, and the credit note. */
export const invoiceTypes = ['380', '381'] as const
export type InvoiceType = (typeof invoiceTypes)[number]

export const typeOf = ({ totalMinor }: Totals): InvoiceType => (totalMinor < 0n ? '381' : '380')
