import { useFormat } from '../../format.ts'
import type { StateBadge } from '../../states.ts'
import { useStateWords } from '../../words/invoices/states/index.ts'
import { isOpen, isSettled, useDaysOverdue, type InvoiceHeader } from './invoice-state.ts'

interface NamedBadge extends StateBadge {
  readonly word: string
}

/** The state of an invoice, as a shape and a word. */
export const useInvoiceState = (): ((invoice: InvoiceHeader) => NamedBadge) => {
  const { states } = useStateWords()
  const { invoiceDay } = useFormat()
  const lateBy = useDaysOverdue()
  return (invoice) => {
    const late = lateBy(invoice)
    if (invoice.status === 'draft') return { glyph: 'draft', tone: 'plain', word: states.draft }
    if (invoice.status === 'void') return { glyph: 'stopped', tone: 'plain', word: states.void }
    if (isSettled(invoice))
      return { glyph: 'good', tone: 'good', word: states.paid(invoiceDay(invoice.paidAt!, 'short', invoice.timeZone)) }
    if (late > 0) return { glyph: 'bad', tone: 'bad', word: states.late(late) }
    return { glyph: 'queued', tone: 'plain', word: isOpen(invoice) ? states.final : states.credit }
  }
}
