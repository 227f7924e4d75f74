import { dayStory, type DayClause, type DayEvent } from '../../../parts/story/day-story.ts'

interface BilledInvoice {
  readonly issuedAt: string
  readonly currency: string
  readonly amountMinor: number
}

export interface TimelineDay<Invoice extends BilledInvoice> {
  readonly day: string
  readonly clauses: readonly DayClause[]
  /** The invoices of the day with their sum, by currency. */
  readonly billed: readonly {
    readonly of: Invoice
    readonly amountMinor: number
    readonly invoices: readonly Invoice[]
  }[]
}

interface TimelineInput<Invoice extends BilledInvoice> {
  /** Newest first. */
  readonly events: readonly DayEvent[]
  readonly invoices: readonly Invoice[]
  /** Whether older events are not read: days before the oldest read event are not shown. */
  readonly hasMore: boolean
  readonly dayOf: (at: string) => string
}

/** The events and billed amounts of each day, newest first; days without either are left out. */
export const timelineDays = <Invoice extends BilledInvoice>(input: TimelineInput<Invoice>): TimelineDay<Invoice>[] => {
  const { events, invoices, hasMore, dayOf } = input
  const eventsOf = Map.groupBy(events, ({ occurredAt }) => dayOf(occurredAt))
  const invoicesOf = Map.groupBy(invoices, ({ issuedAt }) => dayOf(issuedAt))
  const oldest = events.at(-1)
  const first = hasMore && oldest ? dayOf(oldest.occurredAt) : ''
  return [...new Set([...eventsOf.keys(), ...invoicesOf.keys()])]
    .filter((day) => day >= first)
    .toSorted((one, other) => other.localeCompare(one))
    .map((day) => ({
      day,
      clauses: dayStory(eventsOf.get(day) ?? []),
      billed: [...Map.groupBy(invoicesOf.get(day) ?? [], ({ currency }) => currency).values()].map((ofOne) => ({
        of: ofOne[0]!,
        amountMinor: ofOne.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        invoices: ofOne,
      })),
    }))
    .filter(({ clauses, billed }) => clauses.length + billed.length > 0)
}
