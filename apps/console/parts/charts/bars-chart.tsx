import { ChartFrame } from './chart-frame.tsx'
import { useProjectWords } from '../../words/project/index.ts'
import './legend.css'

interface BarGroup {
  readonly name: string
  /** One for each series. */
  readonly values: readonly number[]
}

interface BarsChartProps {
  readonly title: string
  readonly series: readonly string[]
  readonly rows: readonly BarGroup[]
  readonly show: (value: number) => string
  /** The value of a whole bar; the largest value by default. */
  readonly most?: number
}

const colours = ['var(--series-1)', 'var(--series-2)']

/** Bars that lie, one group for each row, each with its value behind it. */
export const BarsChart = ({ title, series, rows, show, most }: BarsChartProps) => {
  const words = useProjectWords().metrics
  const whole = most ?? Math.max(...rows.flatMap(({ values }) => values), 0)
  const said = rows.map(({ name, values }) => `${name}: ${values.map(show).join(', ')}`).join('; ')
  return (
    <ChartFrame
      title={title}
      columns={[words.what, ...series]}
      rows={rows.map(({ name, values }) => [name, ...values.map(show)])}
      legend={series.length > 1 ? <Legend series={series} /> : undefined}
    >
      <div className="bars" role="img" aria-label={`${title}. ${said}`}>
        {rows.map(({ name, values }, at) => (
          <div key={at} className="bars-row">
            <span className="cut soft" dir="auto" title={name}>
              {name}
            </span>
            <svg width="100%" height={values.length * 14} aria-hidden="true">
              {values.map((value, which) => (
                <rect
                  key={which}
                  y={which * 14 + 2}
                  width={`${value === 0 ? 0 : Math.max(0.5, (100 * value) / whole)}%`}
                  height="10"
                  rx="1"
                  fill={colours[which]}
                />
              ))}
            </svg>
            <span className="num figures-of">
              {values.map((value, which) => (
                <span key={which}>{show(value)}</span>
              ))}
            </span>
          </div>
        ))}
      </div>
    </ChartFrame>
  )
}

const Legend = ({ series }: { readonly series: readonly string[] }) => (
  <div className="legend">
    {series.map((name, at) => (
      <span key={name}>
        <i style={{ background: colours[at] }} />
        {name}
      </span>
    ))}
  </div>
)
