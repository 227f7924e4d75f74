import { isRepresentable, lineAmountOf, sumOf, type LinePrice } from '../../billables/rules/amounts.ts'
import { taxOf, type Rates, type Tax, type TaxClass } from '../../billables/rules/tax.ts'
import { totalsOf, typeOf, type InvoiceType, type Totals } from './totals.ts'

/** An entry to be billed: a charge, or a correction, which names the charge that it corrects. */
export interface Entry extends LinePrice {
  readonly id: string
  readonly clientAccountId: string
  readonly currency: string
  readonly taxClass: string
  readonly correctsId: string | null
  readonly isWrittenOff: boolean
  /** It is on an invoice that was issued and not voided. */
  readonly isInvoiced: boolean
  /** The tax of its charge on an invoice; null if the charge is on none, or this is a charge. */
  readonly chargeTax: Tax | null
}

export type DraftObstacle =
  | 'twoCustomers'
  | 'twoCurrencies'
  | 'writtenOff'
  | 'alreadyInvoiced'
  | 'chargeNeverInvoiced'
  | 'netsToZero'
  | 'noRate'
  | 'rateContradicts'
  | 'tooLarge'

export interface DraftRefusal {
  readonly obstacle: DraftObstacle
  /** The ids, currencies or tax classes that it is about. */
  readonly which: readonly string[]
}

export interface Line extends Tax {
  readonly billableId: string
  readonly amountMinor: bigint
}

export interface AssembledDraft extends Totals {
  readonly type: InvoiceType
  readonly lines: readonly Line[]
}

interface Taxation {
  readonly classes: readonly TaxClass[]
  readonly rates: Rates
}

/** The lines and totals of a draft for these entries, at least one, or why there can be none. */
export const assembleDraft = (entries: readonly Entry[], taxation: Taxation): AssembledDraft | DraftRefusal => {
  for (const check of checks) {
    const which = check.findIn(entries, taxation)
    if (which.length > 0) return { obstacle: check.obstacle, which }
  }
  const lines = entries.map((entry) => ({
    ...taxIn(entry, taxation),
    billableId: entry.id,
    amountMinor: lineAmountOf(entry),
  }))
  const totals = totalsOf(lines)
  if (!amountsIn(lines, totals).every(isRepresentable))
    return { obstacle: 'tooLarge', which: [String(totals.totalMinor)] }
  return { ...totals, type: typeOf(totals), lines }
}

interface Check {
  readonly obstacle: DraftObstacle
  findIn(entries: readonly Entry[], taxation: Taxation): readonly string[]
}

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id)
const severalIn = (values: readonly string[]) => {
  const distinct = [...new Set(values)]
  return distinct.length > 1 ? distinct : []
}
// Corrections take back the tax of an invoiced charge, at the rate of that invoice and not the present one.
const classesIn = (entries: readonly Entry[]) => [
  ...new Set(entries.filter(({ chargeTax }) => chargeTax === null).map(({ taxClass }) => taxClass)),
]

const checks: readonly Check[] = [
  { obstacle: 'twoCustomers', findIn: (entries) => severalIn(entries.map((entry) => entry.clientAccountId)) },
  { obstacle: 'twoCurrencies', findIn: (entries) => severalIn(entries.map((entry) => entry.currency)) },
  { obstacle: 'writtenOff', findIn: (entries) => idsOf(entries.filter((entry) => entry.isWrittenOff)) },
  { obstacle: 'alreadyInvoiced', findIn: (entries) => idsOf(entries.filter((entry) => entry.isInvoiced)) },
  { obstacle: 'chargeNeverInvoiced', findIn: (entries) => idsOf(entries.filter((entry) => isLoose(entry, entries))) },
  { obstacle: 'netsToZero', findIn: (entries) => chargesAtZero(entries) },
  { obstacle: 'noRate', findIn: (entries, taxation) => classesWhere(entries, taxation, 'no_rate') },
  { obstacle: 'rateContradicts', findIn: (entries, taxation) => classesWhere(entries, taxation, 'contradicts') },
]

/** A correction whose charge was never invoiced, and is not billed together with it. */
const isLoose = ({ correctsId, chargeTax }: Entry, entries: readonly Entry[]) =>
  correctsId !== null && chargeTax === null && !entries.some(({ id }) => id === correctsId)

/** Charges that, with their corrections among the entries, have nothing left to bill. */
const chargesAtZero = (entries: readonly Entry[]) => {
  const byCharge = Map.groupBy(entries, ({ id, correctsId }) => correctsId ?? id)
  return [...byCharge].filter(([, of]) => sumOf(of.map(lineAmountOf)) === 0n).map(([id]) => id)
}

const classesWhere = (entries: readonly Entry[], { classes, rates }: Taxation, wrong: 'no_rate' | 'contradicts') =>
  classesIn(entries).filter((name) => taxOf(name, classes, rates) === wrong)

const taxIn = ({ taxClass, chargeTax }: Entry, { classes, rates }: Taxation): Tax => {
  const tax = chargeTax ?? taxOf(taxClass, classes, rates)
  if (typeof tax === 'string') throw new Error(`The tax class ${taxClass} was checked, and has no tax`)
  return tax
}

const amountsIn = (lines: readonly Line[], { netMinor, taxMinor, totalMinor, taxTotals }: Totals) => [
  ...lines.map(({ amountMinor }) => amountMinor),
  ...taxTotals.flatMap((total) => [total.taxableMinor, total.taxMinor]),
  netMinor,
  taxMinor,
  totalMinor,
]
