import { daysLate } from '../../../../domains/billing/invoices/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import type { listBillables } from '../../../../domains/billing/billables/contract.ts'
import type { getClientInvoice, listClientInvoices } from '../../../../domains/billing/invoices/contract.ts'
import { useNow } from '../../clock.ts'
import { useFormat, type Money } from '../../format.ts'

export type Invoice = Reply<typeof getClientInvoice>
export type InvoiceHeader = Reply<typeof listClientInvoices>[number]
export type Billable = Reply<typeof listBillables>[number]

/** Whether it waits for money, and for how many days too long. A credit note waits for none. */
type Payable = Pick<InvoiceHeader, 'dueCents' | 'dueAt' | 'timeZone'>
export const isOpen = ({ dueCents }: Pick<Payable, 'dueCents'>): boolean => dueCents > 0
/** Whether its money is there; of a paid one it may have gone back since. */
export const isSettled = ({ status, dueCents }: Pick<InvoiceHeader, 'status' | 'dueCents'>): boolean =>
  status === 'paid' && dueCents === 0
export const daysOverdue = (invoice: Payable, now: number): number =>
  isOpen(invoice) ? Math.max(0, daysLate(invoice.dueAt, now, invoice.timeZone)) : 0

export type DaysOverdue = (invoice: Payable) => number
/** For how many days an invoice is late, in days of its own zone. */
export const useDaysOverdue = (): DaysOverdue => {
  const now = useNow()
  return (invoice) => daysOverdue(invoice, now)
}

export interface Sum extends Money {
  readonly minor: bigint
}

/** Sums by currency, which are never added across; the most frequent currency first. */
export const sumsOf = <T extends Money>(things: readonly T[], minorOf: (thing: T) => number): Sum[] =>
  [...Map.groupBy(things, ({ currency }) => currency).values()]
    .toSorted((one, other) => other.length - one.length)
    .map((of) => ({
      currency: of[0]!.currency,
      currencyDecimals: of[0]!.currencyDecimals,
      minor: of.reduce((sum, thing) => sum + BigInt(minorOf(thing)), 0n),
    }))

/** Sums as a person reads them: `€12.00, NOK 40.00`. */
export const useSums = () => {
  const { money, list } = useFormat()
  return (sums: readonly Sum[]) => list(sums.map((sum) => money(sum, sum.minor)))
}
