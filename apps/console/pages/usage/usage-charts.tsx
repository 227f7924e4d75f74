import { useQueries } from '@tanstack/react-query'
import {
  getDailyModelUsage,
  getProjectBudget,
  getWorkspaceBudget,
} from '../../../../domains/delivery/budgets/contract.ts'
import { dayIn } from '../../../../domains/accounts/workspaces/rules/day.ts'
import { query, useLateReply } from '../../api/use-operation.ts'
import { useNow } from '../../clock.ts'
import { useFormat } from '../../format.ts'
import { BarsChart } from '../../parts/charts/bars-chart.tsx'
import { dollarsCell, wholeCell } from '../../parts/charts/chart-frame.tsx'
import '../../parts/charts/charts.css'
import { ColumnsChart } from '../../parts/charts/columns-chart.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useLanguage } from '../../preferences.ts'
import { useUsageWords } from '../../words/usage/index.ts'
import { seriesOf, type DailyUsage } from './usage-days.ts'
import { sumsBy, type UsageRow } from './usage-sums.ts'

interface UsageChartsProps {
  readonly months: { readonly from: string; readonly to: string }
  readonly rows: readonly UsageRow[]
}

/** The cost of each model by day, and the spending of the projects with the highest cost against their caps. */
export const UsageCharts = ({ months, rows }: UsageChartsProps) => {
  const words = useUsageWords()
  const { data: daily, error } = useLateReply(getDailyModelUsage, { query: months })
  return (
    <div className="panel charts usage-charts">
      <Refusal error={error} codes={words.codes} />
      {daily ? <DaysChart daily={daily} /> : <section className="usage-chart-space" />}
      <CapsChart rows={rows} />
    </div>
  )
}

const DaysChart = ({ daily }: { readonly daily: DailyUsage }) => {
  const words = useUsageWords().charts
  const { dollars, number } = useFormat()
  const language = useLanguage()
  const now = useNow()
  const { measure, models, hasOthers, columns } = seriesOf(daily, dayIn(daily.timeZone, new Date(now)))
  const isMonths = daily.from !== daily.to
  const name = new Intl.DateTimeFormat(language, {
    month: 'short',
    timeZone: 'UTC',
    ...(isMonths ? { year: '2-digit' } : { day: 'numeric' }),
  })
  const isCost = measure === 'cost'
  return (
    <ColumnsChart
      isStacked
      title={words.titles[measure][isMonths ? 'months' : 'days']}
      series={hasOthers ? [...models, words.others] : models}
      columns={columns.map(({ key, values }) => ({ key, name: name.format(new Date(key)), values }))}
      show={isCost ? dollars : (count) => number(count)}
      empty={words.noDays}
      file={{ name: `usage-${daily.from}-${daily.to}.csv`, cell: isCost ? dollarsCell : wholeCell }}
    />
  )
}

const projectsMost = 10

/** The projects that cost most in the shown months, and the spending of each so far against its cap. */
const CapsChart = ({ rows }: Pick<UsageChartsProps, 'rows'>) => {
  const words = useUsageWords().charts
  const { dollars } = useFormat()
  const workspace = useLateReply(getWorkspaceBudget).data
  const projects = sumsBy('project', rows)
    .flatMap(({ of: { projectId: id, projectName: name } }) => (id === null || name === null ? [] : [{ id, name }]))
    .slice(0, projectsMost)
  const budgets = useQueries({
    queries: projects.map(({ id }) => query(getProjectBudget, { params: { id } })),
    combine: (results) => results.map(({ data }) => data),
  })
  if (!workspace) return <section className="usage-chart-space" />
  const rowOf = (name: string, { spentUsd, reservedUsd, enforced }: Spending) => ({
    name,
    values: [spentUsd + reservedUsd, enforced.costCapUsd],
  })
  // A project that was deleted since has no budget to show.
  const known = projects.flatMap(({ name }, at) => (budgets[at] ? [rowOf(name, budgets[at])] : []))
  return (
    <BarsChart
      title={words.caps}
      text={words.capsText}
      series={[words.spent, words.cap]}
      rows={[rowOf(words.workspace, workspace), ...known]}
      show={dollars}
      none={words.noCap}
      file={{ name: 'spend-against-cap.csv', cell: dollarsCell }}
    />
  )
}

interface Spending {
  readonly spentUsd: number
  readonly reservedUsd: number
  readonly enforced: { readonly costCapUsd: number | null }
}
