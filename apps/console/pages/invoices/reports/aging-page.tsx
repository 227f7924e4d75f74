import { useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { getAgingReport } from '../../../../../domains/billing/reports/contract.ts'
import { prefetch, useLateReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { TextField } from '../../../parts/field.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { RowsSkeleton } from '../../../parts/skeleton.tsx'
import { withParam } from '../../../paths.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { AgingTable } from './aging-table.tsx'
import { ExportInvoices } from './export-form.tsx'
import { MoneyFrame } from '../invoices-frame.tsx'
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
  useTitle(aging.title, invoices)
  return (
    <MoneyFrame>
      <Head
        title={aging.title}
        text={report ? aging.text(dayInWords(report.asOf, 'long'), report.timeZone) : '\u00a0'}
        actions={<ExportInvoices owed={reportQuery(query)} />}
      />
      <AsOf day={report?.asOf} />
      <Refusal error={error} codes={codes} />
      {report ? <AgingTable key={report.asOf} rows={report.rows} /> : null}
      {report || error ? null : <RowsSkeleton rows={6} />}
    </MoneyFrame>
  )
}

/** The day of the report, kept in the address. */
const AsOf = ({ day }: { readonly day: string | undefined }) => {
  const words = useMoneyWords().aging
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const choose = (chosen: string) => {
    // While a year is typed it is no day yet.
    if (isDay(chosen)) void navigate(withParam(query, 'on', chosen), { replace: true })
  }
  return (
    <div className="as-of">
      <TextField
        key={day}
        label={words.asOf}
        type="date"
        defaultValue={day ?? ''}
        min="2000-01-01"
        max="2099-12-31"
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  )
}
