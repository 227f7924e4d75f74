import { useFormat } from '../../../format.ts'
import { useMetricWords } from '../../../words/metrics/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { Metrics } from '../metric-figures.tsx'
import { ChartFrame } from '../../../parts/charts/chart-frame.tsx'
import '../../../parts/charts/charts.css'

const size = { width: 520, height: 200, left: 64, top: 14, bottom: 26 }
const shownMost = 200

/** Work in progress, by its stage and its age; a line shows the time that 85 of 100 took before. */
export const AgeChart = ({ metrics: { agingWip, cycleTime } }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const states = useWords().states.cycle as Readonly<Record<string, string>>
  const { lasted } = useFormat()
  const shown = agingWip.slice(0, shownMost)
  const stages = [...new Set(shown.map(({ stage }) => stage))]
  const usual = cycleTime.p85Seconds ?? 0
  const top = Math.max(usual, ...shown.map(({ ageSeconds }) => ageSeconds), 1) * 1.1
  const y = (seconds: number) => size.top + (size.height - size.top - size.bottom) * (1 - seconds / top)
  const step = (size.width - size.left) / Math.max(1, stages.length)
  const x = (stage: string) => size.left + step * (stages.indexOf(stage) + 0.5)
  const told = (seconds: number) => lasted(1_000 * seconds)
  return (
    <ChartFrame
      title={words.ages}
      columns={[words.cycle, words.stage, words.age]}
      rows={shown.map(({ title, stage, ageSeconds }) => [title, states[stage] ?? stage, told(ageSeconds)])}
    >
      <svg
        className="chart"
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={words.agesAlt(shown.length, shown[0] ? told(shown[0].ageSeconds) : '')}
      >
        {[0, top / 2.2, top / 1.1].map((seconds) => (
          <g key={seconds}>
            <line className="gl" x1={size.left} x2={size.width} y1={y(seconds)} y2={y(seconds)} />
            <text x={size.left - 8} y={y(seconds) + 4} textAnchor="end">
              {told(seconds)}
            </text>
          </g>
        ))}
        {usual > 0 ? (
          <>
            <line x1={size.left} x2={size.width} y1={y(usual)} y2={y(usual)} className="usual" />
            <text x={size.left + 4} y={y(usual) - 5}>
              {`${words.most}: ${told(usual)}`}
            </text>
          </>
        ) : null}
        {shown.map(({ cycleId, stage, ageSeconds, isAging }, at) => (
          <circle
            key={cycleId}
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
