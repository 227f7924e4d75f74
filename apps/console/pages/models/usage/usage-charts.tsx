import { useQueries } from '@tanstack/react-query'
import {
  getModelUsage,
  getProjectBudget,
  getWorkspaceBudget,
} from '../../../../../domains/delivery/budgets/contract.ts'
import { dayIn } from '../../../../../domains/accounts/workspaces/rules.ts'
import { prefetch, query, useLateReply } from '../../../api/use-operation.ts'
import { useNow } from '../../../clock.ts'
import { useFormat } from '../../../format.ts'
import { BarsChart } from '../../../parts/charts/bars-chart.tsx'
import { dollarsCell, wholeCell } from '../../../parts/charts/chart-frame.tsx'
import '../../../parts/charts/charts.css'
import { ColumnsChart } from '../../../parts/charts/columns-chart.tsx'
import { seriesColours } from '../../../parts/charts/legend.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useLocale } from '../../../locale.ts'
import { useUsageWords } from '../../../words/usage/index.ts'
import { seriesOf, type DailyUsage, type Measure } from './usage-days.ts'
import { sumsBy, type UsageRow } from './usage-sums.ts'

interface Months {
  readonly from: string
  readonly to: string
}

export const prefetchChartReads = (months: Months): void => {
  prefetch(getModelUsage, { query: { ...months, by: 'day' } })
  prefetch(getWorkspaceBudget)
}

const projectsMost = 10

/** The projects that cost most in the shown months, each with its budget; a project that was deleted since has none. */
const useBudgets = (rows: readonly UsageRow[]) => {
  const projects = sumsBy('project', rows)
    .flatMap(({ of: { projectId: id, projectName: name } }) => (id === null || name === null ? [] : [{ id, name }]))
    .slice(0, projectsMost)
  return useQueries({
    queries: projects.map(({ id }) => query(getProjectBudget, { params: { id } })),
    combine: (results) => ({
      areRead: results.every(({ isPending }) => !isPending),
      budgets: results.flatMap(({ data }, at) => (data ? [{ name: projects[at]!.name, budget: data }] : [])),
    }),
  })
}

/** The answers that the charts are drawn from. The rest of the page waits for them, or it would move when they come. */
export const useChartReads = (months: Months, rows: readonly UsageRow[] = []) => {
  const daily = useLateReply(getModelUsage, { query: { ...months, by: 'day' } })
  const workspace = useLateReply(getWorkspaceBudget)
  const { areRead, budgets } = useBudgets(rows)
  return {
    areRead: !daily.isPending && !workspace.isPending && areRead,
    daily: daily.data,
    workspace: workspace.data,
    budgets,
    error: daily.error ?? workspace.error,
  }
}

interface UsageChartsProps extends Omit<ReturnType<typeof useChartReads>, 'areRead'> {
  readonly measure: Measure
}

/** The cost or the tokens of each model by day, and the spending of the projects with the highest cost against their caps. */
export const UsageCharts = ({ daily, workspace, budgets, error, measure }: UsageChartsProps) => {
  const words = useUsageWords()
  return (
    <div className="panel charts usage-charts">
      <Refusal error={error} codes={words.codes} />
      {daily ? <DaysChart daily={daily} measure={measure} /> : null}
      {workspace ? <CapsChart workspace={workspace} budgets={budgets} /> : null}
    </div>
  )
}

const DaysChart = ({ daily, measure }: { readonly daily: DailyUsage; readonly measure: Measure }) => {
  const words = useUsageWords().charts
  const { dollars, number } = useFormat()
  const now = useNow()
  const { models, hasOthers, columns } = seriesOf(daily, dayIn(daily.timeZone, new Date(now)), measure)
  const isMonths = daily.from !== daily.to
  const name = new Intl.DateTimeFormat(useLocale(), {
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
      empty={words.noDays[measure]}
      file={{ name: `usage-${daily.from}-${daily.to}.csv`, cell: isCost ? dollarsCell : wholeCell }}
    />
  )
}

interface Spending {
  readonly spentUsd: number
  readonly reservedUsd: number
  readonly enforced: { readonly costCapUsd: number | null }
}

interface CapsChartProps {
  readonly workspace: Spending
  readonly budgets: readonly { readonly name: string; readonly budget: Spending }[]
}

/** The spending of the workspace and of each project so far against its cap; renders nothing without any cap. */
const CapsChart = ({ workspace, budgets }: CapsChartProps) => {
  const words = useUsageWords().charts
  const { dollars } = useFormat()
  const rowOf = (name: string, { spentUsd, reservedUsd, enforced }: Spending) => ({
    name,
    values: [spentUsd + reservedUsd, enforced.costCapUsd],
  })
  const all = [rowOf(words.workspace, workspace), ...budgets.map(({ name, budget }) => rowOf(name, budget))]
  // The table below has the spending; without a cap there is nothing to compare it with.
  if (all.every(({ values: [, cap] }) => cap === null)) return null
  return (
    <BarsChart
      title={words.caps}
      text={words.capsText}
      series={[words.spent, words.cap]}
      colours={[seriesColours[0], 'var(--line-strong)']}
      rows={all}
      show={dollars}
      none={words.noCap}
      file={{ name: 'spend-against-cap.csv', cell: dollarsCell }}
    />
  )
}
