import Plus from 'lucide-react/icons/plus'
import { Link, useSearchParams } from 'react-router'
import { listClientAccounts } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { listBillables } from '../../../../domains/billing/billables/contract.ts'
import { listClientInvoices } from '../../../../domains/billing/invoices/contract.ts'
import { getAgingReport } from '../../../../domains/billing/reports/contract.ts'
import { prefetch, useLateReply, useReply } from '../../api/use-operation.ts'
import { Empty } from '../../parts/empty.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { useWords } from '../../words/use-words.ts'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'
import { AgesPanel } from './ages-panel.tsx'
import { Filters, filterNames, type FilterName } from './filters.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { isOpen, useLateBy, useSums, type InvoiceHeader, type LateBy } from './invoice-state.ts'
import { MoneyFrame } from './money-frame.tsx'
import { owedByCurrency, type Owed } from './owed.ts'
import { ReadyPanel } from './ready-panel.tsx'

const openBillables = { query: { status: 'open' } } as const
/** As many as one answer has. */
const rowsMost = 1_000

export const loader = () => {
  prefetch(listClientAccounts)
  prefetch(listBillables, openBillables)
  prefetch(getAgingReport)
  return prefetch(listClientInvoices)
}

const fits: Readonly<Record<FilterName, (invoice: InvoiceHeader, lateBy: LateBy) => boolean>> = {
  all: () => true,
  draft: ({ status }) => status === 'draft',
  open: isOpen,
  late: (invoice, lateBy) => lateBy(invoice) > 0,
  paid: ({ status }) => status === 'paid',
  void: ({ status }) => status === 'void',
}

export default function InvoicesPage() {
  const { invoices: invoicesName } = useWords()
  const [query] = useSearchParams()
  const lateBy = useLateBy()
  const invoices = useReply(listClientInvoices)
  const billables = useReply(listBillables, openBillables)
  const clients = useReply(listClientAccounts)
  const { data: report, error } = useLateReply(getAgingReport)
  const owed = report && owedByCurrency(report.rows)
  useTitle(invoicesName)
  const chosen = filterNames.find((name) => name === query.get('show')) ?? 'all'
  const client = query.get('client')
  const shown = invoices.filter(
    (invoice) => fits[chosen](invoice, lateBy) && (client === null || invoice.clientAccountId === client),
  )
  return (
    <MoneyFrame>
      <Head title={invoicesName} text={owed ? <HowItIs owed={owed} /> : null} actions={<Begin />} />
      {invoices.length + billables.length === 0 ? null : (
        <div className="money-top">
          <ReadyPanel billables={billables} clients={clients} isCut={billables.length === rowsMost} />
          <AgesPanel owed={owed ?? []} isRead={owed !== undefined} error={error} />
        </div>
      )}
      {invoices.length === 0 ? (
        <div className="panel">
          <NoInvoices />
        </div>
      ) : (
        <>
          <Filters clients={clients} count={shown.length} isCut={invoices.length === rowsMost} />
          {shown.length > 0 ? <InvoiceTable key={`${chosen} ${client}`} invoices={shown} /> : <NoneShown />}
        </>
      )}
    </MoneyFrame>
  )
}

const Begin = () => {
  const words = useInvoiceWords()
  return (
    <>
      <Link className="btn" to={paths.newBillable}>
        {words.addCharge}
      </Link>
      <Link className="btn primary" to={paths.newInvoice}>
        <Plus className="i" aria-hidden="true" />
        {words.draft.title}
      </Link>
    </>
  )
}

/** How things are: what is open, and what of it is late. */
const HowItIs = ({ owed }: { readonly owed: readonly Owed[] }) => {
  const words = useInvoiceWords()
  const written = useSums()
  if (owed.length === 0) return words.nothingOpen
  const late = owed.filter(({ lateMinor }) => lateMinor > 0n).map((one) => ({ ...one, minor: one.lateMinor }))
  return late.length === 0 ? words.open(written(owed)) : `${words.open(written(owed))} ${words.late(written(late))}`
}

const NoInvoices = () => {
  const words = useInvoiceWords()
  return (
    <Empty title={words.none} text={words.noneText}>
      <Link className="btn" to={paths.newBillable}>
        {words.addCharge}
      </Link>
    </Empty>
  )
}

const NoneShown = () => {
  const words = useInvoiceWords()
  return (
    <div className="panel">
      <Empty title={words.noneShown} text="">
        <Link className="btn" to="?" replace>
          {words.showAll}
        </Link>
      </Empty>
    </div>
  )
}
