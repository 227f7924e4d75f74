import { lazy, Suspense } from 'react'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { exportRevenueReport, getRevenueReport } from '../../../../../domains/billing/reports/contract.ts'
import { prefetch, useLateReply } from '../../../api/use-operation.ts'
import { prefetchPages } from '../../../api/use-pages.ts'
import { sumsOf, useSums } from '../../../parts/invoice-sheet/invoice-state.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { ClientChoice, MoneyFrame } from '../invoices-frame.tsx'
import type { RevenueRow } from './revenue-sums.ts'
import { persistently } from '../../../shell/late-code.ts'
import Download from 'lucide-react/icons/download'
import { Button } from '../../../parts/forms/button.tsx'
import { useDownload } from '../../../parts/files/use-download.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { monthBefore } from '../../../clock.ts'
import './reports.css'

// The charts and their words would slow the first load of the page down.
const RevenueCharts = lazy(persistently(() => import('./revenue-charts.tsx')))

const periods = ['year', 'two', 'three'] as const
const monthsOf = { year: 12, two: 24, three: 36 } as const

/** The report of the address, of twelve months if it names none; or the report of as many months before. */
const reportQuery = (query: URLSearchParams, isBefore = false) => {
  const period = periods.find((name) => name === query.get('months')) ?? 'year'
  const months = monthsOf[period]
  const client = query.get('client')
  return {
    query: {
      ...(isBefore && { from: monthBefore(2 * months - 1), to: monthBefore(months) }),
      ...(!isBefore && period !== 'year' && { from: monthBefore(months - 1) }),
      ...(client !== null && { clientAccountId: client }),
    },
  }
}

export const loader = ({ request }: LoaderFunctionArgs) => {
  prefetchPages(listClientAccounts)
  const query = new URL(request.url).searchParams
  prefetch(getRevenueReport, reportQuery(query, true))
  return prefetch(getRevenueReport, reportQuery(query))
}

/** The billed amounts, by month, client and project. */
export default function RevenuePage() {
  const { revenue: words, codes } = useMoneyWords()
  const { invoices } = useWords()
  const [query] = useSearchParams()
  const period = useChoice('months', periods)
  const { data: report, error } = useLateReply(getRevenueReport, reportQuery(query))
  const before = useLateReply(getRevenueReport, reportQuery(query, true)).data
  const table = useDownload(exportRevenueReport, { name: 'revenue.csv', type: 'text/csv' })
  const written = useSums()
  const billed = (rows: readonly RevenueRow[]) => written(sumsOf(rows, ({ issuedMinor }) => issuedMinor))
  const open = report?.rows.filter(({ openMinor }) => openMinor !== 0) ?? []
  const openSum = open.length > 0 ? written(sumsOf(open, ({ openMinor }) => openMinor)) : undefined
  useTitle(words.title, invoices)
  return (
    <MoneyFrame>
      <Head
        title={words.title}
        text={
          report && report.rows.length > 0
            ? [
                words.sum(billed(report.rows), openSum, monthsOf[period]),
                before && words.before(before.rows.length > 0 ? billed(before.rows) : undefined, monthsOf[period]),
                words.text,
              ]
                .filter(Boolean)
                .join(' ')
            : null
        }
        actions={
          <div className="save-table">
            <Button icon={Download} isPending={table.isPending} onClick={() => table.mutate(reportQuery(query))}>
              {useSettingWords().exports.table}
            </Button>
            <Refusal error={table.error} codes={codes} />
          </div>
        }
      />
      <div className="money-filters">
        <Segments label={words.months} param="months" names={words.periods} chosen={period} />
        <ClientChoice />
      </div>
      <Refusal error={error} codes={codes} />
      {report || error ? null : <ChartSpace />}
      {report?.rows.length === 0 ? <p className="panel pad soft">{words.none}</p> : null}
      {report && report.rows.length > 0 ? (
        <Suspense fallback={<ChartSpace />}>
          <RevenueCharts key={query.toString()} report={report} isOfClient={query.has('client')} />
        </Suspense>
      ) : null}
    </MoneyFrame>
  )
}

/** The shape of the chart, as high as it so that nothing moves when it comes, and of the table. */
const ChartSpace = () => {
  const { revenue: words } = useMoneyWords()
  return (
    <>
      <div className="panel pad revenue-space late">
        <h2>{words.byMonth}</h2>
        <div className="skel" />
      </div>
      <RowsSkeleton rows={3} />
    </>
  )
}
