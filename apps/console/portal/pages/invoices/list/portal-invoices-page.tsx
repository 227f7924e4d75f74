import type { LoaderFunctionArgs } from 'react-router'
import { listPortalInvoices } from '../../../../../../domains/billing/portal-invoices/contract.ts'
import { isOpen, sumsOf, useSums } from '../../../../parts/invoice-sheet/invoice-state.ts'
import { Heading } from '../../../../parts/heading.tsx'
import { More } from '../../../../parts/show-more.tsx'
import { useMore } from '../../../../parts/use-show-more.ts'
import { useAgency, usePortalTitle } from '../../../parts/use-agency.tsx'
import { DocumentsLink } from '../../../parts/documents-link.tsx'
import { InvoiceRows } from '../../../parts/invoice-row.tsx'
import { prefetchAllInPortal, readCurrentPortal, useAllPortalRows } from '../../../current-portal.ts'
import { usePortalInvoiceWords } from '../../../../words/portal-invoices/index.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

export const loader = async ({ params }: LoaderFunctionArgs) => {
  prefetchAllInPortal(await readCurrentPortal(params.slug))(listPortalInvoices)
  return null
}

/** The client's invoices: the sum to be paid, the unpaid ones, the oldest first, then the others, the newest first. */
export const InvoicesPage = () => {
  const words = usePortalInvoiceWords()
  const written = useSums()
  const agency = useAgency()
  const invoices = useAllPortalRows(listPortalInvoices)
  const open = invoices.filter(isOpen)
  usePortalTitle(usePortalWords().invoices)
  const { shown, more } = useMore([...open.toReversed(), ...invoices.filter((invoice) => !isOpen(invoice))])
  return (
    <>
      <Heading>
        {open.length === 0 ? words.nothing : words.title(written(sumsOf(open, ({ totalMinor }) => totalMinor)))}
      </Heading>
      {invoices.length === 0 ? <p className="lead">{words.none(agency.name)}</p> : <DocumentsLink />}
      <ul className="panel rows waits" hidden={invoices.length === 0}>
        <InvoiceRows invoices={shown} />
      </ul>
      <More onMore={more} />
    </>
  )
}
