import {
  isRepresentable,
  lineAmountOf,
  sumOf,
  type LinePrice,
  taxOf,
  type Rates,
  type Tax,
  type TaxClass,
} from '../../billables/rules.ts'
import { totalsOf, typeOf, type InvoiceType, type Totals } from './issue.ts'

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
  for (const [obstacle, findIn] of checks) {
    const which = findIn(entries, taxation)
    if (which.length > 0) return { obstacle, which }
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

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id)
const severalIn = (values: readonly string[]) => {
  const distinct = [...new Set(values)]
  return distinct.length > 1 ? distinct : []
}
// Corrections take back the tax of an invoiced charge, at the rate of that invoice and not the present one.
const classesIn = (entries: readonly Entry[]) => [
  ...new Set(entries.filter(({ chargeTax }) => chargeTax === null).map(({ taxClass }) => taxClass)),
]

const checks: readonly [DraftObstacle, (entries: readonly Entry[], taxation: Taxation) => readonly string[]][] = [
  ['twoCustomers', (entries) => severalIn(entries.map((entry) => entry.clientAccountId))],
  ['twoCurrencies', (entries) => severalIn(entries.map((entry) => entry.currency))],
  ['writtenOff', (entries) => idsOf(entries.filter((entry) => entry.isWrittenOff))],
  ['alreadyInvoiced', (entries) => idsOf(entries.filter((entry) => entry.isInvoiced))],
  ['chargeNeverInvoiced', (entries) => idsOf(entries.filter((entry) => isLoose(entry, entries)))],
  ['netsToZero', (entries) => chargesAtZero(entries)],
  ['noRate', (entries, taxation) => classesWhere(entries, taxation, 'no_rate')],
  ['rateContradicts', (entries, taxation) => classesWhere(entries, taxation, 'contradicts')],
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

/** The code and the sentences of each obstacle: the console shows them before the server does. */
export const obstacleErrors = {
  twoCustomers: {
    code: 'invoice_two_customers',
    message: 'The billables are of several client accounts. Draft one invoice for each.',
  },
  twoCurrencies: {
    code: 'invoice_two_currencies',
    message: 'The billables are in several currencies. Draft one invoice for each.',
  },
  writtenOff: {
    code: 'invoice_billable_written_off',
    message: 'Some of these billables were written off. Draft an invoice without them.',
  },
  alreadyInvoiced: {
    code: 'invoice_billable_invoiced',
    message: 'Some of these billables are on an invoice already. Draft one without them, or void that invoice first.',
  },
  chargeNeverInvoiced: {
    code: 'invoice_charge_never_invoiced',
    message: 'Some of these corrections correct a charge that was never invoiced. Bill the charge together with them.',
  },
  netsToZero: {
    code: 'invoice_charge_nets_to_zero',
    message:
      'Some of these charges come to zero, by themselves or with their corrections. Leave them out, or write the charge off.',
  },
  noRate: {
    code: 'invoice_tax_class_without_rate',
    message: 'A tax class has no rate. Give it one for this invoice, or in the billing identity.',
  },
  rateContradicts: {
    code: 'invoice_tax_rate_contradicts_class',
    message: 'A tax class cannot have the rate given for it. Only the category S has one, above zero.',
  },
  tooLarge: {
    code: 'invoice_total_too_large',
    message: 'The total is more than an invoice can represent. Bill it in parts.',
  },
} as const satisfies Readonly<Record<DraftObstacle, { readonly code: string; readonly message: string }>>
