import { useNavigate, useSearchParams, type LoaderFunctionArgs, Link } from 'react-router'
import { getAgingReport } from '../../../../../domains/billing/reports/contract.ts'
import { prefetch, useLateReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { TextField } from '../../../parts/forms/field.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { addressNow } from '../../../parts/forms/address-now.ts'
import { withParam, paths } from '../../../paths.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { ExportInvoices } from './export-form.tsx'
import type { FilterName } from '../invoices-frame.tsx'
import type { ReactNode } from 'react'
import { ageNames, type Age } from '../../../../../domains/billing/invoices/rules.ts'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { minorAt, outstandingByCurrency, type AgingRow } from '../outstanding.ts'
import { NamedCell, WideTable } from '../../../parts/list/wide-table.tsx'
import '../invoices.css'
import './reports.css'

const isDay = (text: string | null): text is string => text !== null && /^20\d{2}-\d{2}-\d{2}$/.test(text)
const reportQuery = (query: URLSearchParams) => {
  const day = query.get('on')
  return isDay(day) ? { query: { asOf: day } } : {}
}

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(getAgingReport, reportQuery(new URL(request.url).searchParams))

/** The amounts owed at the end of a day, by client, and the invoices as a table to download. */
export default function AgingPage() {
  const { aging, codes } = useMoneyWords()
  const { invoices } = useWords()
  const { dayInWords } = useFormat()
  const [query] = useSearchParams()
  const { data: report, error } = useLateReply(getAgingReport, reportQuery(query))
  const navigate = useNavigate()
  const choose = (chosen: string) => {
    // A half typed year does not make a day yet.
    if (isDay(chosen)) void navigate(withParam(addressNow(), 'on', chosen), { replace: true })
  }
  useTitle(aging.title, invoices)
  return (
    <>
      <Top crumbs={[{ name: invoices, to: paths.invoices }, { name: aging.title }]} />
      <div className="page">
        <Head
          title={aging.title}
          text={report ? aging.text(dayInWords(report.asOf, 'long'), report.timeZone) : '\u00a0'}
          actions={<ExportInvoices owed={reportQuery(query)} />}
        />
        <div className="as-of">
          <TextField
            key={report?.asOf}
            label={aging.asOf}
            type="date"
            defaultValue={report?.asOf ?? ''}
            min="2000-01-01"
            max="2099-12-31"
            onChange={(event) => choose(event.target.value)}
          />
        </div>
        <Refusal error={error} codes={codes} />
        {report ? <AgingTable key={report.asOf} rows={report.rows} /> : null}
        {report || error ? null : <RowsSkeleton rows={6} />}
      </div>
    </>
  )
}

/** A row for each client and currency, and below it the sums of each currency over all of them. */
const AgingTable = ({ rows }: { readonly rows: readonly AgingRow[] }) => {
  const words = useInvoiceWords()
  const { aging } = useMoneyWords()
  const sorted = rows.toSorted((one, other) => other.totalMinor - one.totalMinor)
  const { shown, more } = useShowMore(sorted)
  if (rows.length === 0) return <p className="panel pad soft">{aging.none}</p>
  return (
    <>
      <WideTable label={aging.table} className="stacked">
        <thead>
          <tr>
            <th>{words.client}</th>
            {ageNames.map((age) => (
              <th key={age} className="num">
                <i className={`age-mark is-${age}`} aria-hidden="true" />
                {words.ages[age]}
              </th>
            ))}
            <th className="num">{aging.total}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={`${row.clientAccountId} ${row.currency}`}>
              <td className="main" dir="auto" title={row.clientName}>
                <Link to={paths.client(row.clientAccountId)}>{row.clientName}</Link>
              </td>
              <Amounts of={row} at={(age) => minorAt(row, age)} total={row.totalMinor} client={row.clientAccountId} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          {outstandingByCurrency(rows).map((owed) => (
            // On a phone the sum of a single row adds nothing.
            <tr
              key={owed.currency}
              className={rows.filter(({ currency }) => currency === owed.currency).length < 2 ? 'hide-s' : undefined}
            >
              <td className="main">{aging.all(owed.currency)}</td>
              <Amounts of={owed} at={(age) => owed.byAge[age]} total={owed.minor} />
            </tr>
          ))}
        </tfoot>
      </WideTable>
      <ShowMore onMore={more} />
    </>
  )
}

interface AmountsProps {
  readonly of: { readonly currency: string; readonly currencyDecimals: number }
  readonly at: (age: Age) => number | bigint
  readonly total: number | bigint
  /** Whose invoices the amounts open; none for sums of several clients. */
  readonly client?: string
}

const Amounts = ({ of, at, total, client }: AmountsProps) => {
  const { money } = useFormat()
  const words = useInvoiceWords()
  const { aging } = useMoneyWords()
  const toInvoices = (amount: ReactNode, show: FilterName) =>
    client === undefined ? (
      amount
    ) : (
      <Link
        className={show === 'late' ? 'link money-late' : 'link'}
        to={`${paths.invoices}?show=${show}&client=${client}`}
      >
        {amount}
      </Link>
    )
  return (
    <>
      {ageNames.map((age) => {
        const amount = toInvoices(money(of, at(age)), age === 'current' ? 'open' : 'late')
        return (
          <NamedCell key={age} isNumber name={words.ages[age]} value={BigInt(at(age)) === 0n ? undefined : amount} />
        )
      })}
      <NamedCell isNumber name={aging.total} value={toInvoices(<b>{money(of, total)}</b>, 'open')} />
    </>
  )
}
