import { lineAmountOf, type LinePrice, type Tax, roundedQuotient, sumOf } from '../../billables/rules.ts'

interface StoredLine extends Tax, LinePrice {
  readonly amountMinor: number
}

interface TaxTotal<Minor> extends Tax {
  readonly taxableMinor: Minor
  readonly taxMinor: Minor
}
/** The tax of a category and rate as it is stored: constraints of the table hold amounts in the range of exact numbers. */
export type StoredTotal = TaxTotal<number>

type Header = Totals<number> & { readonly type: InvoiceType }

/** True if the stored amounts, tax and totals match the lines. */
export const reconciles = (header: Header, lines: readonly StoredLine[]): boolean => {
  if (!lines.every((line) => lineAmountOf(line) === BigInt(line.amountMinor))) return false
  const totals = totalsOf(lines.map((line) => ({ ...line, amountMinor: BigInt(line.amountMinor) })))
  return (
    header.type === typeOf(totals) &&
    BigInt(header.netMinor) === totals.netMinor &&
    BigInt(header.taxMinor) === totals.taxMinor &&
    BigInt(header.totalMinor) === totals.totalMinor &&
    textOf(header.taxTotals) === textOf(totals.taxTotals)
  )
}

const textOf = (totals: readonly TaxTotal<number | bigint>[]) =>
  JSON.stringify(
    totals.map((one) => [one.category, one.rateBps, one.reason, String(one.taxableMinor), String(one.taxMinor)]),
  )

/** A billable on a draft, as the ledger has it at this moment. */
export interface DraftBillable {
  readonly id: string
  readonly correctsId: string | null
  readonly isWrittenOff: boolean
  readonly isInvoiced: boolean
  /** Its charge is on an invoice that was issued and not voided. */
  readonly isChargeInvoiced: boolean
}

interface Correction {
  readonly id: string
  readonly correctsId: string | null
  readonly invoiceId: string | null
}

/** The obstacle to invoicing these billables together; `corrections` are all that their charges have. */
export const obstacleToIssuing = (billed: readonly DraftBillable[], corrections: readonly Correction[]) => {
  const ids = new Set(billed.map(({ id }) => id))
  const isLoose = ({ correctsId, isChargeInvoiced }: DraftBillable) =>
    correctsId !== null && !isChargeInvoiced && !ids.has(correctsId)
  const isMissing = ({ id, correctsId, invoiceId }: Correction) =>
    invoiceId === null && correctsId !== null && ids.has(correctsId) && !ids.has(id)
  const found = [
    { obstacle: 'writtenOff', rows: billed.filter(({ isWrittenOff }) => isWrittenOff) },
    { obstacle: 'alreadyInvoiced', rows: billed.filter(({ isInvoiced }) => isInvoiced) },
    { obstacle: 'chargeNeverInvoiced', rows: billed.filter(isLoose) },
    { obstacle: 'correctionMissing', rows: corrections.filter(isMissing) },
  ] as const
  const first = found.find(({ rows }) => rows.length > 0)
  return first && { obstacle: first.obstacle, which: first.rows.map(({ id }) => id) }
}

/** Corrections on other invoices, which would take back an unbilled charge once the invoice is void. */
export const correctedElsewhere = (invoiceId: string, corrections: readonly Correction[]): readonly string[] =>
  corrections.filter((one) => one.invoiceId !== null && one.invoiceId !== invoiceId).map(({ id }) => id)

interface TaxedLine extends Tax {
  readonly amountMinor: bigint
}

export interface Totals<Minor = bigint> {
  readonly netMinor: Minor
  readonly taxMinor: Minor
  readonly totalMinor: Minor
  /** One for each category and rate, in the order of the lines. */
  readonly taxTotals: readonly TaxTotal<Minor>[]
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

const taxTotalOf = (lines: readonly TaxedLine[]): TaxTotal<bigint> => {
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
