import { daysLate } from '../../../../domains/billing/invoices/rules/age.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import type { listBillables } from '../../../../domains/billing/billables/contract.ts'
import type { getClientInvoice, listClientInvoices } from '../../../../domains/billing/invoices/contract.ts'
import { useNow } from '../../clock.ts'
import { useFormat } from '../../format.ts'
import type { GlyphName } from '../glyph.tsx'
import { useRegion } from '../../preferences.ts'
import type { Tone } from '../../states.ts'
import { useInvoiceWords } from '../../words/invoices/index.ts'

export type Invoice = Reply<typeof getClientInvoice>
export type InvoiceHeader = Reply<typeof listClientInvoices>[number]
export type Billable = Reply<typeof listBillables>[number]

/** Whether it waits for money, and for how many days too long. A credit note waits for none. */
type Payable = Pick<InvoiceHeader, 'status' | 'type' | 'dueAt'>
export const isOpen = ({ status, type }: Payable): boolean => status === 'final' && type === '380'
export const daysOverdue = (invoice: Payable, now: number, timeZone?: string): number =>
  isOpen(invoice) ? Math.max(0, daysLate(invoice.dueAt, now, timeZone)) : 0

export type DaysOverdue = (invoice: Payable) => number
/** For how many days an invoice is late, as the days are where the workspace is. */
export const useDaysOverdue = (): DaysOverdue => {
  const now = useNow()
  const timeZone = useRegion()?.timeZone
  return (invoice) => daysOverdue(invoice, now, timeZone)
}

interface StateBadge {
  readonly glyph: GlyphName
  readonly tone: Tone
  readonly word: string
}

/** The state of an invoice, as a shape and a word. */
export const useInvoiceState = (): ((invoice: InvoiceHeader) => StateBadge) => {
  const { states } = useInvoiceWords()
  const { invoiceDay } = useFormat()
  const lateBy = useDaysOverdue()
  return (invoice) => {
    const late = lateBy(invoice)
    if (invoice.status === 'draft') return { glyph: 'draft', tone: 'plain', word: states.draft }
    if (invoice.status === 'void') return { glyph: 'stopped', tone: 'plain', word: states.void }
    if (invoice.status === 'paid')
      return { glyph: 'good', tone: 'good', word: states.paid(invoiceDay(invoice.paidAt!)) }
    if (late > 0) return { glyph: 'bad', tone: 'bad', word: states.late(late) }
    return { glyph: 'queued', tone: 'plain', word: isOpen(invoice) ? states.final : states.credit }
  }
}

interface Amount {
  readonly currency: string
  readonly currencyDecimals: number
}

export interface Sum extends Amount {
  readonly minor: bigint
}

/** Sums by currency, which are never added across; the one with most things first. */
export const sumsOf = <T extends Amount>(things: readonly T[], minorOf: (thing: T) => number): Sum[] =>
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
