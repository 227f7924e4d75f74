import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { listPortalInvoices } from '../../../../../../domains/billing/portal-invoices/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { useNow } from '../../../../clock.ts'
import { useFormat } from '../../../../format.ts'
import { isOpen, daysOverdue, sumsOf, useSums } from '../../../../pages/invoices/invoice-state.ts'
import { Glyph, type GlyphName } from '../../../../parts/glyph.tsx'
import { Heading } from '../../../../parts/page.tsx'
import { More } from '../../../../parts/show-more.tsx'
import { useMore } from '../../../../parts/use-show-more.ts'
import { useAgency, usePortalTitle } from '../../../parts/use-agency.tsx'
import { DocumentsLink } from '../../../parts/documents-link.tsx'
import { prefetchAllInPortal, readCurrentPortal, useAllPortalRows, useCurrentPortal } from '../../../current-portal.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { usePortalInvoiceWords } from '../../../../words/portal-invoices/index.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

export type PortalInvoice = Reply<typeof listPortalInvoices>[number]

export const loader = async ({ params }: LoaderFunctionArgs) => {
  prefetchAllInPortal(await readCurrentPortal(params.slug))(listPortalInvoices)
  return null
}

/** The client's invoices: what is to be paid in the title, then all of them, the newest first. */
export const InvoicesPage = () => {
  const words = usePortalInvoiceWords()
  const written = useSums()
  const agency = useAgency()
  const invoices = useAllPortalRows(listPortalInvoices)
  const open = invoices.filter(isOpen)
  usePortalTitle(usePortalWords().invoices)
  const { shown, more } = useMore(invoices)
  return (
    <>
      <Heading>
        {open.length === 0 ? words.nothing : words.title(written(sumsOf(open, ({ totalMinor }) => totalMinor)))}
      </Heading>
      {invoices.length === 0 ? <p className="lead">{words.none(agency.name)}</p> : <DocumentsLink />}
      <ul className="panel rows waits" hidden={invoices.length === 0}>
        {shown.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      <More onMore={more} />
    </>
  )
}

/** The state of an invoice for its payer. */
const useRowState = () => {
  const words = usePortalInvoiceWords()
  const { dueDay, invoiceDay } = useFormat()
  const now = useNow()
  return (invoice: PortalInvoice): { readonly glyph: GlyphName; readonly text: string } => {
    const { status, type, dueAt, paidAt, timeZone } = invoice
    if (status === 'void') return { glyph: 'stopped', text: words.void }
    if (status === 'paid') return { glyph: 'good', text: words.paid(invoiceDay(paidAt!, 'long', timeZone)) }
    if (type === '381') return { glyph: 'queued', text: words.credit }
    const day = dueDay(dueAt, 'long', timeZone)
    return daysOverdue(invoice, now) > 0
      ? { glyph: 'wait', text: words.late(day) }
      : { glyph: 'queued', text: words.due(day) }
  }
}

/** One invoice: its state, and its amount. */
export const InvoiceRow = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const { slug } = useCurrentPortal()
  const { money } = useFormat()
  const { glyph, text } = useRowState()(invoice)
  const { id, invoiceNumber, status, totalMinor, buyerLegalName } = invoice
  return (
    <li className="rows-cheap">
      <Link className="item" to={portalPaths.invoice(slug, id)}>
        <Glyph name={glyph} />
        <span className="grow">
          <b className="two" dir="auto">
            {invoiceNumber} · {buyerLegalName}
          </b>
          <span className="small">{text}</span>
        </span>
        <span className={status === 'void' ? 'num quiet' : 'num'}>{money(invoice, totalMinor)}</span>
        <ChevronRight className="i" aria-hidden="true" />
      </Link>
    </li>
  )
}
