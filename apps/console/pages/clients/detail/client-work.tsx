import { Link } from 'react-router'
import { listClientAccountProjects } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { useFirstRows } from '../../../api/use-operation.ts'
import { useRows } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { useDaysOverdue, type InvoiceHeader } from '../../../parts/invoice-sheet/invoice-state.ts'
import { useInvoiceState } from '../../../parts/invoice-sheet/use-invoice-state.ts'
import { Section } from '../../../parts/section.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths } from '../../../paths.ts'
import { useSheetWords } from '../../../words/invoices/sheet/index.ts'
import { useStateWords } from '../../../words/invoices/states/index.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { lateFirst } from '../../invoices/outstanding.ts'
import { byNewest, DeliverableRow } from '../../deliverables/list/deliverable-row.tsx'
import '../../deliverables/deliverables.css'
import { newestInvoicesOf, of, shownMost } from './client-input.ts'

/** The newest invoices of a client. */
export const ClientInvoices = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords().clients
  const invoices = useFirstRows(listClientInvoices, newestInvoicesOf(id))
  const lateBy = useDaysOverdue()
  return (
    <Section title={words.invoices} action={<Link to={`${paths.invoices}?client=${id}`}>{words.allInvoices}</Link>}>
      <div className="panel rows">
        {invoices.length === 0 ? <p className="pad quiet">{words.noInvoices}</p> : null}
        {lateFirst(invoices, lateBy).map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </div>
    </Section>
  )
}

const InvoiceRow = ({ invoice }: { readonly invoice: InvoiceHeader }) => {
  const { kinds } = useSheetWords()
  const words = useStateWords()
  const { invoiceDay, money } = useFormat()
  const { word, ...state } = useInvoiceState()(invoice)
  const { id, type, status, invoiceNumber, issuedAt, dueAt, timeZone, totalMinor } = invoice
  const due = issuedAt === null ? '' : words.dueOn(invoiceDay(dueAt, 'short', timeZone))
  return (
    <Link className="row client-invoice" to={paths.invoice(id)}>
      <span className="t cut grow">
        {invoiceNumber ?? words.noNumber}
        {type === '381' ? <span className="m"> {kinds[type]}</span> : null}
        {issuedAt === null ? null : (
          <span className="m hide-s"> {words.issuedOn(invoiceDay(issuedAt, 'short', timeZone))}</span>
        )}
        {state.tone === 'bad' || status === 'void' ? null : <span className="m only-s">{due}</span>}
      </span>
      <State {...state}>{word}</State>
      <span className="m num age hide-s">{due}</span>
      <b className="num client-total">{money(invoice, totalMinor)}</b>
    </Link>
  )
}

/** The newest deliverables of the projects of a client. */
export const ClientDeliverables = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords().clients
  const projects = useRows(listClientAccountProjects, 5_000, of(id)).rows
  const own = new Set(projects.map((project) => project.id))
  const rows = byNewest(useRows(listDeliverables, 5_000).rows.filter(({ projectId }) => own.has(projectId)))
  return (
    <Section
      title={words.deliverables}
      action={<Link to={`${paths.deliverables}?client=${id}`}>{words.allDeliverables}</Link>}
    >
      <div className="panel rows">
        {rows.length === 0 ? <p className="pad quiet">{words.noDeliverables}</p> : null}
        {rows.slice(0, shownMost).map((row) => (
          <DeliverableRow key={row.id} row={row} isAsked />
        ))}
      </div>
    </Section>
  )
}
