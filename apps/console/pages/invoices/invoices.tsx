import Plus from 'lucide-react/icons/plus'
import { Link, useSearchParams } from 'react-router'
import { listClientAccounts } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { listBillables } from '../../../../domains/billing/billables/contract.ts'
import { listClientInvoices } from '../../../../domains/billing/invoices/contract.ts'
import { prefetch, useReply } from '../../api/use-operation.ts'
import { useNow } from '../../clock.ts'
import { Empty } from '../../parts/empty.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { useWords } from '../../words/use-words.ts'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'
import { AgesPanel } from './ages-panel.tsx'
import { Filters, filterNames, type FilterName } from './filters.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { isOpen, lateBy, sumsOf, useSums, type InvoiceHeader } from './invoice-state.ts'
import { MoneyFrame } from './money-frame.tsx'
import { ReadyPanel } from './ready-panel.tsx'

const openBillables = { query: { status: 'open' } } as const
/** As many as one answer has. */
const rowsMost = 1_000

export const loader = () => {
  prefetch(listClientAccounts)
  prefetch(listBillables, openBillables)
  return prefetch(listClientInvoices)
}

const fits: Readonly<Record<FilterName, (invoice: InvoiceHeader, now: number) => boolean>> = {
  all: () => true,
  draft: ({ status }) => status === 'draft',
  open: isOpen,
  late: (invoice, now) => lateBy(invoice, now) > 0,
  paid: ({ status }) => status === 'paid',
  void: ({ status }) => status === 'void',
}

export default function InvoicesPage() {
  const { invoices: invoicesName } = useWords()
  const [query] = useSearchParams()
  const now = useNow()
  const invoices = useReply(listClientInvoices)
  const billables = useReply(listBillables, openBillables)
  const clients = useReply(listClientAccounts)
  useTitle(invoicesName)
  const chosen = filterNames.find((name) => name === query.get('show')) ?? 'all'
  const client = query.get('client')
  const shown = invoices.filter(
    (invoice) => fits[chosen](invoice, now) && (client === null || invoice.clientAccountId === client),
  )
  return (
    <MoneyFrame>
      <Head title={invoicesName} text={<Owed invoices={invoices} />} actions={<Begin />} />
      {invoices.length + billables.length === 0 ? null : (
        <div className="money-top">
          <ReadyPanel billables={billables} clients={clients} />
          <AgesPanel invoices={invoices.filter(isOpen)} />
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
const Owed = ({ invoices }: { readonly invoices: readonly InvoiceHeader[] }) => {
  const words = useInvoiceWords()
  const now = useNow()
  const written = useSums()
  const open = invoices.filter(isOpen)
  const late = open.filter((invoice) => lateBy(invoice, now) > 0)
  const sum = (of: readonly InvoiceHeader[]) => written(sumsOf(of, ({ totalMinor }) => totalMinor))
  if (open.length === 0) return words.nothingOpen
  return late.length === 0 ? words.open(sum(open)) : `${words.open(sum(open))} ${words.late(sum(late))}`
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
