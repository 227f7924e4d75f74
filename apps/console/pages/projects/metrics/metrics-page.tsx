import { useParams } from 'react-router'
import { getProjectCycleMetrics } from '../../../../../domains/delivery/metrics/contract.ts'
import { getProjectUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import { useLateReply, useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Head } from '../../../parts/page.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { useMetricWords } from '../../../words/metrics/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { AgeChart } from './age-chart.tsx'
import { BarsChart } from '../../../parts/charts/bars-chart.tsx'
import { BudgetSection } from '../budget/budget-section.tsx'
import type { Metrics } from '../metric-figures.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { ColumnsChart } from '../../../parts/charts/columns-chart.tsx'
import { useLanguage } from '../../../preferences.ts'
import '../../../parts/charts/charts.css'

const daysOf = { quarter: 84, month: 28, year: 364 } as const
const periods = ['quarter', 'month', 'year'] as const
const spendMost = 10

export default function MetricsPage() {
  const id = useParams().projectId!
  const { tabs } = useProjectWords()
  const words = useMetricWords()
  const { lastedInWords } = useFormat()
  const period = useChoice('period', periods)
  const metrics = useReply(getProjectCycleMetrics, { params: { id }, query: { days: daysOf[period] } })
  const { p50Seconds } = metrics.cycleTime
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.metrics}
        text={[
          p50Seconds === null ? words.none : words.title(lastedInWords(1_000 * p50Seconds)),
          metrics.truncated ? words.truncated : words.text,
        ].join(' ')}
        actions={<Segments label={words.period} param="period" names={words.periods} chosen={period} />}
      />
      <div className="panel charts chart-grid">
        <PercentilesChart metrics={metrics} />
        <ReworkChart metrics={metrics} />
        <AgeChart metrics={metrics} />
        <SpendChart id={id} />
        <StagesChart metrics={metrics} />
        <QualityChart metrics={metrics} />
      </div>
      <BudgetSection id={id} />
    </ProjectFrame>
  )
}

const PercentilesChart = ({ metrics: { cycleTime, leadTime } }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const { lasted } = useFormat()
  const rows = (['p50Seconds', 'p85Seconds', 'p95Seconds'] as const).map((name) => ({
    name: words.percentiles[name],
    values: [cycleTime[name] ?? 0, leadTime[name] ?? 0],
  }))
  return (
    <BarsChart
      title={words.times}
      series={[words.cycleTime, words.leadTime]}
      rows={cycleTime.count === 0 ? [] : rows}
      show={(seconds) => lasted(1_000 * seconds)}
    />
  )
}

const SpendChart = ({ id }: { readonly id: string }) => {
  const words = useMetricWords()
  const { dollars } = useFormat()
  const { data } = useLateReply(getProjectUsage, { params: { id } })
  const cycles = data?.cycles.slice(0, spendMost) ?? []
  return (
    <BarsChart
      title={words.spend}
      series={[words.cost]}
      rows={cycles.map(({ title, costUsd }) => ({ name: title, values: [costUsd] }))}
      show={dollars}
    />
  )
}

const StagesChart = ({ metrics: { cycleStages } }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const states = useWords().states.cycle as Readonly<Record<string, string>>
  const { lasted } = useFormat()
  return (
    <BarsChart
      title={words.stages}
      series={[words.half, words.most]}
      rows={cycleStages.map(({ stage, medianSeconds, p85Seconds }) => ({
        name: states[stage] ?? stage,
        values: [medianSeconds, p85Seconds],
      }))}
      show={(seconds) => lasted(1_000 * seconds)}
    />
  )
}

const QualityChart = ({ metrics: { automation } }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const { number } = useFormat()
  const shares = (['completionRate', 'handsOffRate', 'firstPassRate'] as const).flatMap((name) => {
    const share = automation[name]
    return share === null ? [] : [{ name: words.rates[name], values: [100 * share] }]
  })
  return (
    <BarsChart
      title={words.quality}
      series={[words.share]}
      rows={shares}
      show={(percent) => `${number(percent)} %`}
      most={100}
    />
  )
}

/** How many tasks were merged in each week, and how often tasks came back to be built again. */
const ReworkChart = ({ metrics }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const { number } = useFormat()
  const day = new Intl.DateTimeFormat(useLanguage(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const { weeks } = metrics.throughput
  const hasAny = weeks.some(({ merged, sentBack }) => merged + sentBack > 0)
  return (
    <ColumnsChart
      isHalf
      title={words.rework}
      text={words.reworkText}
      empty={words.noRework}
      series={[words.merged, words.sentBack]}
      columns={(hasAny ? weeks : []).map(({ weekStart, merged, sentBack }) => ({
        key: weekStart,
        name: day.format(new Date(weekStart)),
        values: [merged, sentBack],
      }))}
      show={(count) => number(count, 1)}
      file={{ name: 'merged-and-sent-back.csv' }}
    />
  )
}
