import type { getRevenueReport } from '../../../../../domains/billing/reports/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type RevenueRow = Reply<typeof getRevenueReport>['rows'][number]

/** The billed amount, and its paid part; sums of many rows may be more than a number holds. */
export interface BilledSums {
  readonly issued: bigint
  readonly paid: bigint
}

export const billedSums = (rows: readonly RevenueRow[]): BilledSums => ({
  issued: rows.reduce((sum, { issuedMinor }) => sum + BigInt(issuedMinor), 0n),
  paid: rows.reduce((sum, { paidMinor }) => sum + BigInt(paidMinor), 0n),
})

/** Every month from one to another, both as `2026-03`. */
export const monthsBetween = (from: string, to: string): string[] => {
  const months: string[] = []
  for (let at = from; at <= to; at = after(at)) months.push(at)
  return months
}
const after = (month: string) => {
  const [year, of] = month.split('-').map(Number) as [number, number]
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`
}

/** The rows of each currency, the currency with most rows first. */
export const byCurrency = (rows: readonly RevenueRow[]): RevenueRow[][] =>
  [...Map.groupBy(rows, ({ currency }) => currency).values()].toSorted((one, other) => other.length - one.length)

/** The rows of each client, project and currency, over all months; the largest first. */
export const byWork = (rows: readonly RevenueRow[]): (BilledSums & { readonly of: RevenueRow })[] =>
  [
    ...Map.groupBy(rows, ({ clientAccountId, projectId, currency }) =>
      [clientAccountId, projectId, currency].join(),
    ).values(),
  ]
    .map((group) => ({ of: group[0]!, ...billedSums(group) }))
    .toSorted((one, other) => Number(other.issued - one.issued))
