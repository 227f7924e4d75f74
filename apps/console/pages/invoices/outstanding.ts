import { ageNames, type Age } from '../../../../domains/billing/invoices/rules.ts'
import type { getAgingReport } from '../../../../domains/billing/reports/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import type { Money } from '../../format.ts'
import { isSettled, type DaysOverdue, type InvoiceHeader } from '../../parts/invoice-sheet/invoice-state.ts'

export type AgingRow = Reply<typeof getAgingReport>['rows'][number]

/** The amounts owed in one currency; sums of many rows may be more than a number holds. */
export interface OutstandingAmounts extends Money {
  readonly minor: bigint
  readonly byAge: Readonly<Record<Age, bigint>>
  readonly lateMinor: bigint
}

export const minorAt = (row: AgingRow, age: Age): number => row[`${age}Minor`]

/** The report by currency, first the currency that most clients owe. */
export const outstandingByCurrency = (rows: readonly AgingRow[]): OutstandingAmounts[] =>
  [...Map.groupBy(rows, ({ currency }) => currency).values()]
    .toSorted((one, other) => other.length - one.length)
    .map((of) => {
      const { currency, currencyDecimals } = of[0]!
      const at = (age: Age) => of.reduce((sum, row) => sum + BigInt(minorAt(row, age)), 0n)
      const byAge = Object.fromEntries(ageNames.map((age) => [age, at(age)])) as Record<Age, bigint>
      const minor = ageNames.reduce((sum, age) => sum + byAge[age], 0n)
      return { currency, currencyDecimals, byAge, minor, lateMinor: minor - byAge.current }
    })

/** Invoices by how long they are overdue, then other unsettled invoices, then paid and void invoices. */
export const lateFirst = (invoices: readonly InvoiceHeader[], lateBy: DaysOverdue) => {
  const rankOf = (invoice: InvoiceHeader) =>
    invoice.status === 'void' ? -2 : isSettled(invoice) ? -1 : lateBy(invoice)
  return invoices.toSorted((one, other) => rankOf(other) - rankOf(one))
}
