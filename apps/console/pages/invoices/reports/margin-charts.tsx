import type { getModelUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { getRevenueReport } from '../../../../../domains/billing/reports/contract.ts'
import { writtenMinor } from '../../../../../domains/billing/billables/rules/written-amounts.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { BarsChart } from '../../../parts/charts/bars-chart.tsx'
import { dollarsCell } from '../../../parts/charts/chart-frame.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'
import { billedWithoutProject, marginsOf } from './margin-sums.ts'

interface MarginChartsProps {
  readonly report: Reply<typeof getRevenueReport>
  readonly usage: Reply<typeof getModelUsage>
  /** Whether the report is that of one client, whose projects alone are shown. */
  readonly isOfClient: boolean
}

/** The billed amount of each project less its model cost; a chart for each currency, since they are never added. */
export const MarginCharts = ({ report, usage, isOfClient }: MarginChartsProps) => {
  const { from, to } = report
  return marginsOf(report.rows, usage.rows, { isBilledOnly: isOfClient }).map((margins) => (
    <MarginChart
      key={margins.currency}
      margins={margins}
      withoutProject={billedWithoutProject(report.rows, margins.currency)}
      name={`margin-${margins.currency}-${from}-${to}.csv`}
    />
  ))
}

interface MarginChartProps {
  readonly margins: ReturnType<typeof marginsOf>[number]
  /** Billed for no project in this currency: shown beside the projects, or the chart would hide it. */
  readonly withoutProject: bigint
  readonly name: string
}

const shownMost = 50

type ProjectMargin = MarginChartProps['margins']['projects'][number]

const MarginChart = ({ margins, withoutProject, name }: MarginChartProps) => {
  const { margin: words, revenue } = useMoneyWords()
  const { money, dollars, number } = useFormat()
  const { currency, currencyDecimals: decimals } = margins
  const projects = margins.projects.slice(0, shownMost)
  const isCostCurrency = projects.every(({ marginMinor }) => marginMinor !== null)
  const ofCosts = isCostCurrency ? words.text : words.notSubtracted(currency)
  const rest = margins.projects.length - projects.length
  const hasOther = withoutProject !== 0n
  const marginOf = ({ marginMinor }: ProjectMargin) => ({
    text: money(margins, marginMinor!),
    cell: { decimal: writtenMinor(marginMinor!, decimals) },
  })
  const costOf = ({ costUsd }: ProjectMargin) => ({
    text: costUsd === null ? '–' : dollars(costUsd),
    cell: costUsd === null ? null : dollarsCell(costUsd),
  })
  const ofOther = hasOther ? [{ text: '–', cell: null }] : []
  return (
    <BarsChart
      title={isCostCurrency ? words.title(currency) : words.besideTitle(currency)}
      text={rest === 0 ? ofCosts : `${ofCosts} ${words.most(number(projects.length), number(margins.projects.length))}`}
      series={isCostCurrency ? [words.billed, words.cost] : [words.billed]}
      rows={[
        ...projects.map(({ projectName, billedMinor, costUsd }) => ({
          name: projectName,
          values: isCostCurrency ? [Number(billedMinor), 100 * (costUsd ?? 0)] : [Number(billedMinor)],
        })),
        ...(hasOther
          ? [{ name: revenue.noProject, values: [Number(withoutProject), ...(isCostCurrency ? [null] : [])] }]
          : []),
      ]}
      show={(minor) => money(margins, Math.round(minor))}
      beside={[
        {
          name: isCostCurrency ? words.margin : words.costUsd,
          cells: [...projects.map(isCostCurrency ? marginOf : costOf), ...ofOther],
        },
      ]}
      file={{ name, cell: (minor) => ({ decimal: writtenMinor(Math.round(minor), decimals) }) }}
    />
  )
}
