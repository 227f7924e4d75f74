import Plus from 'lucide-react/icons/plus'
import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listBillables } from '../../../../../domains/billing/billables/contract.ts'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { getAgingReport } from '../../../../../domains/billing/reports/contract.ts'
import type { Input } from '../../../../../platform/client/index.ts'
import { prefetch, useLateReply } from '../../../api/use-operation.ts'
import { listMost, prefetchPages, usePages, useReadUpTo, useRows } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { Filters, filterNames, type FilterName, BillingButtons, MoneyFrame } from '../invoices-frame.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import {
  isOpen,
  useDaysOverdue,
  useSums,
  type InvoiceHeader,
  type DaysOverdue,
} from '../../../parts/invoice-sheet/invoice-state.ts'
import { lateFirst, outstandingByCurrency, type OutstandingAmounts } from '../outstanding.ts'
import { ReadyPanel } from './ready-panel.tsx'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { ageNames } from '../../../../../domains/billing/invoices/rules.ts'
import { useFormat } from '../../../format.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'

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
        text={owed ? <OwedSummary owed={owed} /> : null}
        actions={<BillingButtons />}
      />
      {isNothing && billables.rows.length === 0 ? null : (
        <div className={query.size === 0 ? 'money-top' : 'money-top is-filtered'}>
          <ReadyPanel billables={billables.rows} clients={clients} isCut={!billables.isWhole} />
          <AgesPanel owed={owed ?? []} isRead={owed !== undefined} error={error} />
        </div>
      )}
      {isNothing ? (
        <EmptyPanel title={words.none} text={words.noneText}>
          <LinkButton icon={Plus} to={paths.newBillable}>
            {words.addCharge}
          </LinkButton>
        </EmptyPanel>
      ) : (
        <>
          <Filters cutAt={rest.more && shown.length} />
          {shown.length === 0 && rest.more === undefined ? (
            <EmptyPanel title={words.noneShown} text="">
              <LinkButton to="?" replace>
                {words.showAll}
              </LinkButton>
            </EmptyPanel>
          ) : (
            <InvoiceTable key={JSON.stringify([chosen, asked])} invoices={shown} rest={rest} />
          )}
        </>
      )}
    </MoneyFrame>
  )
}

/** The situation: open amounts, and late amounts among them. */
const OwedSummary = ({ owed }: { readonly owed: readonly OutstandingAmounts[] }) => {
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

const currenciesShown = 2

interface AgesPanelProps {
  readonly owed: readonly OutstandingAmounts[]
  readonly isRead: boolean
  readonly error: unknown
}

/** Amounts owed, by how long they are overdue; a bar for each currency, since they are never added. */
const AgesPanel = ({ owed, isRead, error }: AgesPanelProps) => {
  const words = useInvoiceWords()
  const { byClient, codes } = useMoneyWords()
  const written = useSums()
  const { money } = useFormat()
  return (
    <section className="panel pad money-ages">
      <div className="money-ages-head">
        <h2 className="over">{words.byAge}</h2>
        <b>{written(owed)}</b>
      </div>
      <Refusal error={error} codes={codes} />
      {isRead && owed.length === 0 ? <p className="soft">{words.nothingOpen}</p> : null}
      {owed.slice(0, currenciesShown).map((amounts) => (
        <div key={amounts.currency} className="money-age">
          <div className="money-bar" aria-hidden="true">
            {ageNames
              // If credit notes exceed the debt, there is nothing to draw.
              .filter((age) => amounts.byAge[age] > 0n)
              .map((age) => (
                <i key={age} className={`is-${age}`} style={{ flex: Number(amounts.byAge[age]) }} />
              ))}
          </div>
          <dl>
            {ageNames.map((age) => (
              <div key={age} className={amounts.byAge[age] === 0n ? 'none' : undefined}>
                <dt>
                  <i className={`age-mark is-${age}`} aria-hidden="true" />
                  {words.ages[age]}
                </dt>
                <dd>{money(amounts, amounts.byAge[age])}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <TextLink to={paths.aging}>{byClient}</TextLink>
    </section>
  )
}
