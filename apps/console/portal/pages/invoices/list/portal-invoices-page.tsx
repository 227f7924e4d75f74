import type { LoaderFunctionArgs } from 'react-router'
import { listPortalInvoices } from '../../../../../../domains/billing/portal-invoices/contract.ts'
import { useNow } from '../../../../clock.ts'
import { daysOverdue, isOpen, sumsOf, useSums } from '../../../../parts/invoice-sheet/invoice-state.ts'
import { CutNote } from '../../../../parts/list/show-more.tsx'
import { Heading } from '../../../../parts/text/heading.tsx'
import { useAgency, usePortalTitle } from '../../../parts/use-agency.tsx'
import { DocumentsLink } from '../../../parts/documents-link.tsx'
import { invoiceRows, voidLast } from '../../../parts/invoice-row.tsx'
import { Part } from '../../../parts/part.tsx'
import { prefetchRowsInPortal, readCurrentPortal, usePortalRows } from '../../../current-portal.ts'
import { usePortalInvoiceWords } from '../../../../words/portal-invoices/index.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

export const loader = async ({ params }: LoaderFunctionArgs) => {
  prefetchRowsInPortal(await readCurrentPortal(params.slug))(listPortalInvoices)
  return null
}

/** The client's invoices: the sum to be paid, the unpaid ones, the oldest first, then the others, the newest first. */
export const InvoicesPage = () => {
  const words = usePortalInvoiceWords()
  const written = useSums()
  const agency = useAgency()
  const { rows: invoices, cutAt } = usePortalRows(listPortalInvoices, 5_000)
  const open = invoices.filter(isOpen)
  const now = useNow()
  usePortalTitle(usePortalWords().invoices)
  const late = open.filter((invoice) => daysOverdue(invoice, now) > 0)
  const sumOf = (some: typeof open) => written(sumsOf(some, ({ totalMinor }) => totalMinor))
  return (
    <>
      <Heading>{open.length === 0 ? words.nothing : words.title(sumOf(open))}</Heading>
      {late.length === 0 ? null : <p className="lead overdue">{words.lateSum(sumOf(late))}</p>}
      {invoices.length === 0 ? <p className="lead">{words.none(agency.name)}</p> : null}
      <Part>{invoiceRows(open.toReversed())}</Part>
      <Part title={words.settled}>{invoiceRows(voidLast(invoices).filter((invoice) => !isOpen(invoice)))}</Part>
      <CutNote cutAt={cutAt} />
      {invoices.length === 0 ? null : <DocumentsLink from="invoices" />}
    </>
  )
}
