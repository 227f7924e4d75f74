import { lineAmountOf, sumOf, type LinePrice } from './rules/amounts.ts'

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

/**
 * True if a charge with its corrections still comes to something or nothing: no more is taken back than was charged.
 */
export const leavesEnough = (charge: LinePrice, corrections: readonly LinePrice[]): boolean =>
  sumOf([charge, ...corrections].map(lineAmountOf)) >= 0n
