import { useParams } from 'react-router'
import { getProjectCycleMetrics } from '../../../../../domains/delivery/metrics/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
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
import { Figure } from '../figure.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { ColumnsChart } from '../../../parts/charts/columns-chart.tsx'
import { useLanguage } from '../../../preferences.ts'
import '../../../parts/charts/charts.css'

const daysOf = { quarter: 84, month: 28, year: 364 } as const
const periods = ['quarter', 'month', 'year'] as const

export default function MetricsPage() {
  const id = useParams().projectId!
  const { tabs } = useProjectWords()
  const words = useMetricWords()
  const period = useChoice('period', periods)
  const metrics = useReply(getProjectCycleMetrics, { params: { id }, query: { days: daysOf[period] } })
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.metrics}
        text={metrics.truncated ? words.truncated : words.completedIn(metrics.cycleTime.count)}
        actions={<Segments label={words.period} param="period" names={words.periods} chosen={period} />}
      />
      <CycleFigures metrics={metrics} />
      <div className="panel charts">
        <ReworkChart metrics={metrics} />
      </div>
      <div className={metrics.agingWip.length > 0 ? 'panel charts chart-grid' : 'panel charts'}>
        <StagesChart metrics={metrics} />
        {metrics.agingWip.length > 0 ? <AgeChart metrics={metrics} /> : null}
      </div>
      <BudgetSection id={id} />
    </ProjectFrame>
  )
}

/** How long cycles take, and the shares of those that ended as they should. */
const CycleFigures = ({ metrics: { cycleTime, leadTime, automation } }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const { lasted, percent } = useFormat()
  const long = (seconds: number | null) => (seconds === null ? '–' : lasted(1_000 * seconds))
  const share = (part: number | null) => (part === null ? '–' : percent(100 * Math.round(100 * part)))
  const most = (seconds: number | null) => (seconds === null ? undefined : words.usual(long(seconds)))
  const isLeadLonger = long(leadTime.p50Seconds) !== long(cycleTime.p50Seconds)
  return (
    <dl className="panel figures">
      <Figure name={words.cycleTime} value={long(cycleTime.p50Seconds)} note={most(cycleTime.p85Seconds)} />
      {isLeadLonger ? (
        <Figure name={words.leadTime} value={long(leadTime.p50Seconds)} note={most(leadTime.p85Seconds)} />
      ) : null}
      <Figure name={words.completed} value={share(automation.completionRate)} note={words.completedNote} />
      <Figure name={words.firstPass} value={share(automation.firstPassRate)} note={words.firstPassNote} />
    </dl>
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
      // A stage that took no time has no bar.
      rows={cycleStages
        .filter(({ p85Seconds }) => p85Seconds !== 0)
        .map(({ stage, medianSeconds, p85Seconds }) => ({
          name: states[stage] ?? stage,
          values: [medianSeconds, p85Seconds],
        }))}
      show={(seconds) => lasted(1_000 * seconds)}
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
