import type { getModelUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { getRevenueReport } from '../../../../../domains/billing/reports/contract.ts'
import { writtenMinor } from '../../../../../domains/billing/billables/rules/written-amounts.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { BarsChart } from '../../../parts/charts/bars-chart.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'
import { marginsOf } from './margin-sums.ts'

interface MarginChartProps {
  readonly report: Reply<typeof getRevenueReport>
  readonly usage: Reply<typeof getModelUsage>
  /** Whether the report is for a client, with only its projects. */
  readonly isOfClient: boolean
}

const shownMost = 50

/** The billed amount of each project less its model cost, in the currency of the costs; nothing if none is billed in it. */
export const MarginChart = ({ report, usage, isOfClient }: MarginChartProps) => {
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
      text={isCut ? words.most(number(shownMost), number(margins.projects.length)) : ''}
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
