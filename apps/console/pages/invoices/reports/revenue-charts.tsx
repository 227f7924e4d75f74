import { getModelUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { getRevenueReport } from '../../../../../domains/billing/reports/contract.ts'
import { writtenMinor } from '../../../../../domains/billing/billables/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { useLocale } from '../../../locale.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { seriesColours } from '../../../parts/charts/legend.tsx'
import { ColumnsChart } from '../../../parts/charts/columns-chart.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useUsageWords } from '../../../words/usage/index.ts'
import {
  billedSums,
  byCurrency,
  monthsBetween,
  type BilledSums,
  type RevenueRow,
  marginsOf,
  workRows,
  type WorkRow,
} from './revenue-sums.ts'
import { BarsChart } from '../../../parts/charts/bars-chart.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { NamedCell, WideTable } from '../../../parts/list/wide-table.tsx'
import '../../../parts/charts/charts.css'

interface RevenueChartsProps {
  readonly report: Reply<typeof getRevenueReport>
  /** Whether the report is for a client, with only its projects. */
  readonly isOfClient: boolean
}

/** The billed amounts of each month, paid and open, as a chart for each currency, and margins; below the table of projects. */
export default function RevenueCharts({ report, isOfClient }: RevenueChartsProps) {
  const { codes } = useUsageWords()
  const { from, to } = report
  const months = monthsBetween(from, to)
  const { data: usage, error } = useLateReply(getModelUsage, { query: { from, to } })
  return (
    <>
      <div className="panel charts revenue-charts">
        {byCurrency(report.rows).map((rows) => (
          <MonthsChart key={rows[0]!.currency} rows={rows} months={months} />
        ))}
        <Refusal error={error} codes={codes} />
        {usage ? <MarginChart report={report} usage={usage} isOfClient={isOfClient} /> : null}
      </div>
      <RevenueTable rows={report.rows} usage={usage} isOfClient={isOfClient} />
    </>
  )
}

interface MonthsChartProps {
  readonly rows: readonly RevenueRow[]
  readonly months: readonly string[]
}

const MonthsChart = ({ rows, months }: MonthsChartProps) => {
  const { revenue: words } = useMoneyWords()
  const { money } = useFormat()
  // A whole amount has no decimals there.
  const axisMoney = ({ currency, currencyDecimals }: RevenueRow, minor: number) => {
    const whole = minor / 10 ** currencyDecimals
    return Number.isInteger(whole)
      ? money({ currency, currencyDecimals: 0 }, whole)
      : money({ currency, currencyDecimals }, minor)
  }
  const name = new Intl.DateTimeFormat(useLocale(), { month: 'short', year: '2-digit', timeZone: 'UTC' })
  const ofMonth = Map.groupBy(rows, ({ month }) => month)
  const { issued: all, paid: allPaid } = billedSums(rows)
  // A part that is nil in all months has no place in the legend.
  const parts = [
    { name: words.paid, colour: seriesColours[1], isNil: allPaid === 0n, of: ({ paid }: BilledSums) => paid },
    {
      name: words.open,
      colour: seriesColours[0],
      isNil: all === allPaid,
      of: ({ issued, paid }: BilledSums) => issued - paid,
    },
  ].filter(({ isNil }, at) => !isNil || (all === 0n && at === 0))
  return (
    <ColumnsChart
      isStacked
      title={words.chart(rows[0]!.currency)}
      series={parts.map((part) => part.name)}
      colours={parts.map(({ colour }) => colour)}
      columns={months.map((month) => {
        const sums = billedSums(ofMonth.get(month) ?? [])
        return {
          key: month,
          name: name.format(new Date(`${month}-01T00:00:00Z`)),
          values: parts.map((part) => Number(part.of(sums))),
        }
      })}
      show={(minor) => money(rows[0]!, minor)}
      axis={(minor) => axisMoney(rows[0]!, minor)}
      file={{
        name: `revenue-${rows[0]!.currency}-${months[0]}-${months.at(-1)}.csv`,
        cell: (minor) => ({ decimal: writtenMinor(minor, rows[0]!.currencyDecimals) }),
      }}
    />
  )
}

interface MarginChartProps extends RevenueChartsProps {
  readonly usage: Reply<typeof getModelUsage>
}

const shownMost = 50

/** The billed amount of each project less its model cost, in the currency of the costs; nothing if none is billed in it. */
const MarginChart = ({ report, usage, isOfClient }: MarginChartProps) => {
  const { margin: words } = useMoneyWords()
  const { money, number } = useFormat()
  const margins = marginsOf(report.rows, usage.rows, { isBilledOnly: isOfClient }).find(({ projects }) =>
    projects.some(({ marginMinor, billedMinor }) => marginMinor !== null && billedMinor !== 0n),
  )
  if (!margins) return null
  const projects = margins.projects.slice(0, shownMost)
  const isCut = margins.projects.length > shownMost
  const written = (minor: number | bigint) => ({ decimal: writtenMinor(minor, margins.currencyDecimals) })
  return (
    <BarsChart
      title={words.title(margins.currency)}
      text={[words.text, isCut && words.most(number(shownMost), number(margins.projects.length))]
        .filter(Boolean)
        .join(' ')}
      series={[words.billed, words.cost]}
      rows={projects.map(({ projectName, billedMinor, costUsd }) => ({
        name: projectName,
        values: [Number(billedMinor), 100 * (costUsd ?? 0)],
      }))}
      show={(minor) => money(margins, Math.round(minor))}
      beside={[
        {
          name: words.margin,
          cells: projects.map(({ marginMinor }) => ({
            text: money(margins, marginMinor ?? 0n),
            cell: written(marginMinor ?? 0n),
          })),
        },
      ]}
      file={{
        name: `margin-${margins.currency}-${report.from}-${report.to}.csv`,
        cell: (minor) => written(Math.round(minor)),
      }}
    />
  )
}

interface RevenueTableProps extends Omit<RevenueChartsProps, 'report'> {
  readonly rows: readonly RevenueRow[]
  readonly usage: Reply<typeof getModelUsage> | undefined
}

/** A row for each client, project and currency over all months that are shown, and the sums of each currency. */
const RevenueTable = ({ rows, usage, isOfClient }: RevenueTableProps) => {
  const words = useInvoiceWords()
  const { revenue, aging, margin } = useMoneyWords()
  const { rows: work, sums } = workRows(rows, usage?.rows ?? [], { isBilledOnly: isOfClient })
  const { shown, more } = useShowMore(work)
  const hasMargin = work.some(({ issued, marginMinor }) => issued !== 0n && marginMinor !== null)
  return (
    <>
      <WideTable label={revenue.work} className="stacked revenue-work">
        <thead>
          <tr>
            <th>{words.client}</th>
            <th>{revenue.project}</th>
            <th className="num">{revenue.issued}</th>
            <th className="num">{revenue.paid}</th>
            <th className="num">{revenue.open}</th>
            <th className="num">{margin.costUsd}</th>
            {hasMargin ? <th className="num">{margin.margin}</th> : null}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <tr key={[row.clientName, row.projectId, row.currency].join()}>
              <td className="main" dir="auto" title={row.clientName ?? undefined}>
                <span className={row.clientName && row.clientName === shown[at - 1]?.clientName ? 'again' : undefined}>
                  {row.clientName ?? <span className="quiet">{revenue.noClient}</span>}
                </span>
              </td>
              <NamedCell
                name={revenue.project}
                value={
                  <span className={row.projectName ? undefined : 'quiet'} title={row.projectName ?? undefined}>
                    {row.projectName ?? revenue.noProject}
                  </span>
                }
              />
              <Amounts of={row} hasMargin={hasMargin} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map((sum) => (
            <tr key={sum.currency}>
              <td className="main">{sums.length === 1 ? revenue.total : aging.all(sum.currency)}</td>
              <td className="hide-s" />
              <Amounts of={sum} hasMargin={hasMargin} />
            </tr>
          ))}
        </tfoot>
      </WideTable>
      <ShowMore onMore={more} />
      {sums.length > 1 ? <p className="quiet">{margin.notMixed}</p> : null}
    </>
  )
}

const Amounts = ({ of, hasMargin }: { readonly of: Omit<WorkRow, 'projectId'>; readonly hasMargin: boolean }) => {
  const { money, dollars } = useFormat()
  const { revenue, margin } = useMoneyWords()
  const { issued, paid, costUsd, marginMinor } = of
  // Parts of a cent would not add up to their rounded sum.
  const cost = costUsd !== null && costUsd > 0 && costUsd < 0.01 ? `< ${dollars(0.01)}` : dollars(costUsd ?? 0)
  const hasNoMargin = marginMinor === null || (issued === 0n && marginMinor === 0n)
  const amounts = [
    [revenue.issued, issued],
    [revenue.paid, paid],
    [revenue.open, issued - paid],
  ] as const
  return (
    <>
      {amounts.map(([name, minor]) => (
        <NamedCell key={name} isNumber name={name} value={money(of, minor)} />
      ))}
      <NamedCell isNumber name={margin.costUsd} value={costUsd === null ? undefined : cost} />
      {hasMargin ? (
        <NamedCell isNumber name={margin.margin} value={hasNoMargin ? undefined : money(of, marginMinor)} />
      ) : null}
    </>
  )
}
