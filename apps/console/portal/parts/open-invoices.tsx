import '../invoices.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listPortalInvoices } from '../../../../domains/billing/portal-invoices/contract.ts'
import { isOpen, sumsOf, useDaysOverdue, useSums } from '../../parts/invoice-sheet/invoice-state.ts'
import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import { usePortalWords } from '../../words/portal/index.ts'
import { usePortalRows, useCurrentPortal } from '../current-portal.ts'
import { invoiceRows } from './invoice-row.tsx'
import { portalPaths } from '../../portal-paths.ts'

const rowsShown = 5

/** How many invoices are late, for the heading of the page. */
export const LateCount = ({ children }: { readonly children: (late: number) => ReactNode }) => {
  const daysOverdue = useDaysOverdue()
  const { rows } = usePortalRows(listPortalInvoices, 5_000)
  return children(rows.filter((invoice) => daysOverdue(invoice) > 0).length)
}

/** The client's unpaid invoices, the oldest first; renders nothing if all is paid. */
export default function OpenInvoices() {
  const words = usePortalInvoiceWords()
  const { showAll } = usePortalWords()
  const written = useSums()
  const { slug } = useCurrentPortal()
  const open = usePortalRows(listPortalInvoices, 5_000).rows.filter(isOpen).toReversed()
  if (open.length === 0) return null
  return (
    <section className="sect">
      <h2>{words.title(written(sumsOf(open, ({ dueCents }) => dueCents)))}</h2>
      <ul className="panel rows">
        {invoiceRows(open.slice(0, rowsShown))}
        {open.length > rowsShown ? (
          <li>
            <Link className="item link" to={portalPaths.invoices(slug)}>
              {showAll(open.length)}
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  )
}
