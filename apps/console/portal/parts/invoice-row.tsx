import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dayIn } from '../../../../domains/accounts/workspaces/rules.ts'
import { dueDayOf } from '../../../../domains/billing/invoices/rules.ts'
import type { listPortalInvoices } from '../../../../domains/billing/portal-invoices/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useNow } from '../../clock.ts'
import { useFormat } from '../../format.ts'
import { daysOverdue, isSettled } from '../../parts/invoice-sheet/invoice-state.ts'
import { Glyph, type GlyphName } from '../../parts/text/glyph.tsx'
import { Joined } from '../../parts/text/joined.tsx'
import { portalPaths } from '../../portal-paths.ts'
import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import { useCurrentPortal } from '../current-portal.ts'
import { useDates } from '../use-dates.ts'

export type PortalInvoice = Reply<typeof listPortalInvoices>[number]

/** The state of an invoice for its payer. */
export const useRowState = () => {
  const words = usePortalInvoiceWords()
  const { day } = useDates()
  const written = (isoDay: string) => day(`${isoDay}T12:00`)
  const now = useNow()
  return (invoice: PortalInvoice): { readonly glyph: GlyphName; readonly text: ReactNode } => {
    const { status, type, dueAt, paidAt, timeZone } = invoice
    if (status === 'void') return { glyph: 'stopped', text: words.void }
    if (isSettled(invoice)) return { glyph: 'good', text: words.paid(written(dayIn(timeZone, new Date(paidAt!)))) }
    if (type === '381') return { glyph: 'queued', text: words.credit }
    const due = written(dueDayOf(timeZone, new Date(dueAt)))
    return daysOverdue(invoice, now) > 0
      ? { glyph: 'bad', text: <span className="overdue">{words.late(due)}</span> }
      : { glyph: 'queued', text: words.due(due) }
  }
}

/** Voided invoices come after the others. */
export const voidLast = (invoices: readonly PortalInvoice[]) =>
  invoices.toSorted((one, other) => Number(one.status === 'void') - Number(other.status === 'void'))

/** Invoices with their state and amount. Their buyers are beside the numbers if there are several. */
export const invoiceRows = (invoices: readonly PortalInvoice[]) => {
  const buyers = new Set(invoices.map(({ buyerLegalName }) => buyerLegalName))
  return invoices.map((invoice) => <InvoiceRow key={invoice.id} invoice={invoice} withBuyer={buyers.size > 1} />)
}

/** The work that an invoice is about: its first line, and how many more there are. */
export const useWorkOf = () => {
  const words = usePortalInvoiceWords()
  return ({ firstLine, lineCount, invoiceNumber }: PortalInvoice): string => {
    if (firstLine === null) return invoiceNumber
    return lineCount === 1 ? firstLine : words.andMore(firstLine, lineCount - 1)
  }
}

/** The total; a voided one is struck out. */
export const InvoiceAmount = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const { money } = useFormat()
  return <span className={invoice.status === 'void' ? 'num quiet' : 'num'}>{money(invoice, invoice.totalMinor)}</span>
}

const InvoiceRow = ({ invoice, withBuyer }: { readonly invoice: PortalInvoice; readonly withBuyer: boolean }) => {
  const { slug } = useCurrentPortal()
  const { glyph, text } = useRowState()(invoice)
  const work = useWorkOf()(invoice)
  const { id, invoiceNumber, buyerLegalName } = invoice
  return (
    <li className="rows-cheap">
      <Link className="item" to={portalPaths.invoice(slug, id)}>
        <Glyph name={glyph} />
        <span className="grow">
          <b className="two" dir="auto">
            {work}
          </b>
          <span className="small" dir="auto">
            <Joined parts={[text, invoiceNumber, withBuyer && buyerLegalName]} />
          </span>
        </span>
        <InvoiceAmount invoice={invoice} />
        <ChevronRight className="i" aria-hidden="true" />
      </Link>
    </li>
  )
}
