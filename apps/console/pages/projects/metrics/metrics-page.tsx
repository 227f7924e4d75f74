import { useParams } from 'react-router'
import { getProjectCycleMetrics } from '../../../../../domains/delivery/metrics/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Head } from '../../../parts/page.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { useMetricWords } from '../../../words/metrics/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { BarsChart } from '../../../parts/charts/bars-chart.tsx'
import type { Metrics } from '../metric-figures.tsx'
import { Figure } from '../figure.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { ColumnsChart } from '../../../parts/charts/columns-chart.tsx'
import { useLocale } from '../../../locale.ts'
import { ChartFrame } from '../../../parts/charts/chart-frame.tsx'
import { BudgetSection } from './budget-section.tsx'
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
      <ReworkChart metrics={metrics} />
      <div className={metrics.agingWip.length > 1 ? 'panel charts chart-grid' : 'panel charts'}>
        <StagesChart metrics={metrics} />
        {metrics.agingWip.length > 1 ? <AgeChart metrics={metrics} /> : null}
      </div>
      <BudgetSection id={id} />
    </ProjectFrame>
  )
}

/** The times that cycles take, and the shares of completed cycles and of cycles that passed at the first attempt. */
const CycleFigures = ({ metrics: { cycleTime, leadTime, automation } }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const { lasted, percent } = useFormat()
  const long = (seconds: number | null) => (seconds === null ? '–' : lasted(1_000 * seconds))
  const share = (part: number | null) => (part === null ? '–' : percent(100 * Math.round(100 * part)))
  // For a few cycles both percentiles are the same.
  const most = ({ p50Seconds, p85Seconds }: Metrics['cycleTime']) =>
    p85Seconds === null || long(p85Seconds) === long(p50Seconds)
      ? words.half
      : `${words.half} · ${words.less(long(p85Seconds))}`
  const isLeadLonger = long(leadTime.p50Seconds) !== long(cycleTime.p50Seconds)
  return (
    <dl className="panel figures">
      <Figure name={words.cycleTime} value={long(cycleTime.p50Seconds)} note={most(cycleTime)} />
      {isLeadLonger ? <Figure name={words.leadTime} value={long(leadTime.p50Seconds)} note={most(leadTime)} /> : null}
      <Figure
        name={words.completed}
        value={share(automation.completionRate)}
        note={words.completedNote(automation.completed, automation.failed)}
      />
      <Figure name={words.firstPass} value={share(automation.firstPassRate)} note={words.firstPassNote} />
    </dl>
  )
}

const StagesChart = ({ metrics: { cycleStages } }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const states = useWords().states.cycle as Readonly<Record<string, string>>
  const { lastedExactly } = useFormat()
  // For a single cycle both figures are the same.
  const isOne = cycleStages.every(({ medianSeconds, p85Seconds }) => medianSeconds === p85Seconds)
  return (
    <BarsChart
      title={words.stages}
      series={isOne ? [words.half] : [words.half, words.most]}
      // A stage that took no time has no bar.
      rows={cycleStages
        .filter(({ p85Seconds }) => p85Seconds !== 0)
        .map(({ stage, medianSeconds, p85Seconds }) => ({
          name: states[stage] ?? stage,
          values: isOne ? [medianSeconds] : [medianSeconds, p85Seconds],
        }))}
      show={(seconds) => lastedExactly(1_000 * seconds)}
    />
  )
}

/** How many tasks were merged or came back in each week; nothing before two weeks can be compared. */
const ReworkChart = ({ metrics }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const { number } = useFormat()
  const day = new Intl.DateTimeFormat(useLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const { weeks } = metrics.throughput
  if (weeks.filter(({ merged, sentBack }) => merged + sentBack > 0).length < 2) return null
  return (
    <div className="panel charts">
      <ColumnsChart
        title={words.rework}
        text={words.reworkText}
        series={[words.merged, words.sentBack]}
        columns={weeks.map(({ weekStart, merged, sentBack }) => ({
          key: weekStart,
          name: day.format(new Date(weekStart)),
          values: [merged, sentBack],
        }))}
        show={(count) => number(count, 1)}
        file={{ name: 'merged-and-sent-back.csv' }}
      />
    </div>
  )
}

const size = { width: 520, height: 200, left: 64, top: 14, bottom: 26 }
const shownMost = 200

/** Cycles in progress by stage and age; a line shows the time within which 85 % of earlier cycles were completed. */
const AgeChart = ({ metrics: { agingWip, cycleTime } }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const states = useWords().states.cycle as Readonly<Record<string, string>>
  const { lasted } = useFormat()
  const cycles = agingWip.slice(0, shownMost)
  const stages = [...new Set(cycles.map(({ stage }) => stage))]
  const usual = cycleTime.p85Seconds ?? 0
  const top = Math.max(usual, ...cycles.map(({ ageSeconds }) => ageSeconds), 1) * 1.1
  const y = (seconds: number) => size.top + (size.height - size.top - size.bottom) * (1 - seconds / top)
  const step = (size.width - size.left) / Math.max(1, stages.length)
  const x = (stage: string) => size.left + step * (stages.indexOf(stage) + 0.5)
  const duration = (seconds: number) => lasted(1_000 * seconds)
  return (
    <ChartFrame
      title={words.ages}
      columns={[words.cycle, words.stage, words.age]}
      rows={cycles.map(({ title, stage, ageSeconds }) => [title, states[stage] ?? stage, duration(ageSeconds)])}
    >
      <svg
        className="chart"
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={words.agesAlt(cycles.length, cycles[0] ? duration(cycles[0].ageSeconds) : '')}
      >
        {[0, top / 2.2, top / 1.1].map((seconds) => (
          <g key={seconds}>
            <line className="gl" x1={size.left} x2={size.width} y1={y(seconds)} y2={y(seconds)} />
            <text x={size.left - 8} y={y(seconds) + 4} textAnchor="end">
              {duration(seconds)}
            </text>
          </g>
        ))}
        {usual > 0 ? (
          <>
            <line x1={size.left} x2={size.width} y1={y(usual)} y2={y(usual)} className="usual" />
            <text x={size.left + 4} y={y(usual) - 5}>
              {words.less(duration(usual))}
            </text>
          </>
        ) : null}
        {cycles.map(({ cycleId, stage, ageSeconds, isAging }, at) => (
          <circle
            key={cycleId}
            // In seven columns, so that cycles of the same age do not cover each other.
            cx={x(stage) + ((at % 7) - 3) * 6}
            cy={y(ageSeconds)}
            r="4.5"
            fill={isAging === true ? 'var(--wait)' : 'var(--series-1)'}
          />
        ))}
        {stages.map((stage) => (
          <text key={stage} x={x(stage)} y={size.height - 4} textAnchor="middle">
            {states[stage] ?? stage}
          </text>
        ))}
      </svg>
    </ChartFrame>
  )
}
