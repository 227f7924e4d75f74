import { Link } from 'react-router'
import { listClientAccountProjects } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { useFirstRows } from '../../../api/use-operation.ts'
import { useRows } from '../../../api/use-pages.ts'
import { useDaysOverdue } from '../../../parts/invoice-sheet/invoice-state.ts'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { lateFirst } from '../../invoices/outstanding.ts'
import { byNewest, DeliverableRow } from '../../deliverables/list/deliverable-list.tsx'
import { InvoiceTable } from '../../invoices/list/invoice-table.tsx'
import '../../deliverables/deliverables.css'
import { newestInvoicesOf, of, shownMost } from './client-input.ts'

/** The newest invoices of a client, if there are any. */
export const ClientInvoices = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords().clients
  const invoices = lateFirst(useFirstRows(listClientInvoices, newestInvoicesOf(id)), useDaysOverdue())
  if (invoices.length === 0) return null
  return (
    <Section title={words.invoices} action={<Link to={`${paths.invoices}?client=${id}`}>{words.allInvoices}</Link>}>
      <InvoiceTable invoices={invoices} />
    </Section>
  )
}

/** The newest deliverables of the projects of a client, if there are any. */
export const ClientDeliverables = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords().clients
  const projects = useRows(listClientAccountProjects, 5_000, of(id)).rows
  const own = new Set(projects.map((project) => project.id))
  const rows = byNewest(useRows(listDeliverables, 5_000).rows.filter(({ projectId }) => own.has(projectId)))
  if (rows.length === 0) return null
  return (
    <Section
      title={words.deliverables}
      action={<Link to={`${paths.deliverables}?client=${id}`}>{words.allDeliverables}</Link>}
    >
      <div className="panel rows">
        {rows.slice(0, shownMost).map((row) => (
          <DeliverableRow key={row.id} row={row} isAsked />
        ))}
      </div>
    </Section>
  )
}
