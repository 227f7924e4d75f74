import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listBillables } from '../../../../../domains/billing/billables/contract.ts'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { getAgingReport } from '../../../../../domains/billing/reports/contract.ts'
import type { Input } from '../../../../../platform/client/index.ts'
import { prefetch, useLateReply } from '../../../api/use-operation.ts'
import { listMost, prefetchPages, usePages, useReadUpTo, useRows } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { AgesPanel } from './aging-panel.tsx'
import { Filters, filterNames, type FilterName } from '../invoice-filters.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import {
  isOpen,
  useDaysOverdue,
  useSums,
  type InvoiceHeader,
  type DaysOverdue,
} from '../../../parts/invoice-sheet/invoice-state.ts'
import { Begin, MoneyFrame } from '../invoices-frame.tsx'
import { lateFirst, outstandingByCurrency, type OutstandingAmounts } from '../outstanding.ts'
import { ReadyPanel } from './ready-panel.tsx'

const openBillables = { query: { status: 'open' } } as const

type ListQuery = NonNullable<Input<typeof listClientInvoices>['query']>
/** The filters that the server applies. */
const statuses: Readonly<Record<FilterName, ListQuery['status']>> = {
  all: undefined,
  draft: 'draft',
  // A paid one is due again after a refund.
  open: undefined,
  late: undefined,
  paid: 'paid',
  void: 'void',
}
/** The filters that the page applies. */
const fits: Readonly<Partial<Record<FilterName, (invoice: InvoiceHeader, lateBy: DaysOverdue) => boolean>>> = {
  open: isOpen,
  late: (invoice, lateBy) => lateBy(invoice) > 0,
}

const askedIn = (query: URLSearchParams) => {
  const chosen = filterNames.find((name) => name === query.get('show')) ?? 'all'
  const status = statuses[chosen]
  const client = query.get('client') ?? ''
  // An address may name a client by a text that is no id.
  const clientAccountId = /^[\da-f-]{36}$/.test(client) ? client : undefined
  return { chosen, asked: { query: { ...(status && { status }), ...(clientAccountId && { clientAccountId }) } } }
}

export const loader = ({ request }: LoaderFunctionArgs) => {
  prefetchPages(listClientAccounts)
  prefetchPages(listBillables, openBillables)
  prefetch(getAgingReport)
  return prefetchPages(listClientInvoices, askedIn(new URL(request.url).searchParams).asked)
}

export default function InvoicesPage() {
  const words = useInvoiceWords()
  const { invoices: invoicesName } = useWords()
  const [query] = useSearchParams()
  const lateBy = useDaysOverdue()
  const { chosen, asked } = askedIn(query)
  const { rows: invoices, ...rest } = usePages(listClientInvoices, asked)
  const billables = useRows(listBillables, 5_000, openBillables)
  const clients = useRows(listClientAccounts, 5_000).rows
  const { data: report, error } = useLateReply(getAgingReport)
  const owed = report && outstandingByCurrency(report.rows)
  useTitle(invoicesName)
  const fit = fits[chosen]
  useReadUpTo(rest, fit ? listMost : 0)
  const fitting = fit ? invoices.filter((invoice) => fit(invoice, lateBy)) : invoices
  // The order of a list that is read in part stays that of the server.
  const shown = rest.more ? fitting : lateFirst(fitting, lateBy)
  // An empty filtered list does not show that there is no invoice at all.
  const isNothing = invoices.length === 0 && Object.keys(asked.query).length === 0
  return (
    <MoneyFrame>
      <Head
        title={invoicesName}
        count={fit ? (rest.more ? undefined : shown.length) : rest.total}
        text={owed ? <HowItIs owed={owed} /> : null}
        actions={<Begin />}
      />
      {isNothing && billables.rows.length === 0 ? null : (
        <div className={query.size === 0 ? 'money-top' : 'money-top is-filtered'}>
          <ReadyPanel billables={billables.rows} clients={clients} isCut={!billables.isWhole} />
          <AgesPanel owed={owed ?? []} isRead={owed !== undefined} error={error} />
        </div>
      )}
      {isNothing ? (
        <div className="panel">
          <Empty title={words.none} text={words.noneText}>
            <LinkButton to={paths.newBillable}>{words.addCharge}</LinkButton>
          </Empty>
        </div>
      ) : (
        <>
          <Filters cutAt={rest.more && shown.length} />
          {shown.length === 0 && rest.more === undefined ? (
            <div className="panel">
              <Empty title={words.noneShown} text="">
                <LinkButton to="?" replace>
                  {words.showAll}
                </LinkButton>
              </Empty>
            </div>
          ) : (
            <InvoiceTable key={JSON.stringify([chosen, asked])} invoices={shown} rest={rest} />
          )}
        </>
      )}
    </MoneyFrame>
  )
}

/** The situation: open amounts, and late amounts among them. */
const HowItIs = ({ owed }: { readonly owed: readonly OutstandingAmounts[] }) => {
  const words = useInvoiceWords()
  const written = useSums()
  if (owed.length === 0) return words.nothingOpen
  const late = owed.filter(({ lateMinor }) => lateMinor > 0n).map((one) => ({ ...one, minor: one.lateMinor }))
  if (late.length === 0) return words.open(written(owed))
  return (
    <>
      {words.open(written(owed))}{' '}
      <Link className="link money-late" to="?show=late">
        {words.late(written(late))}
      </Link>
    </>
  )
}
