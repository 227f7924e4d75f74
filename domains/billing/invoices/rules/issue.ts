import { lineAmountOf, type LinePrice } from '../../billables/rules/amounts.ts'
import type { Tax } from '../../billables/rules/tax.ts'
import { totalsOf, typeOf, type InvoiceType } from './totals.ts'

interface StoredLine extends Tax, LinePrice {
  readonly amountMinor: number
}

interface StoredTotal extends Tax {
  readonly taxableMinor: number
  readonly taxMinor: number
}

interface Header {
  readonly type: InvoiceType
  readonly netMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
  readonly taxTotals: readonly StoredTotal[]
}

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

interface AnyTotal extends Tax {
  readonly taxableMinor: number | bigint
  readonly taxMinor: number | bigint
}
const textOf = (totals: readonly AnyTotal[]) =>
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

/** Why a draft cannot be issued, and its subject. */
interface IssueObstacle {
  readonly obstacle: 'writtenOff' | 'alreadyInvoiced' | 'chargeNeverInvoiced' | 'correctionMissing'
  readonly which: readonly string[]
}

/** The obstacle to invoicing these billables together; `corrections` are all that their charges have. */
export const obstacleToIssuing = (
  billed: readonly DraftBillable[],
  corrections: readonly Correction[],
): IssueObstacle | undefined => {
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
