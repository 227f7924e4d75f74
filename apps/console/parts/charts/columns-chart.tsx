import { useMedia } from '../use-media.ts'
import { useProjectWords } from '../../words/project/index.ts'
import { ChartFrame } from './chart-frame.tsx'
import { niceCeiling } from './nice-ceiling.ts'
import './legend.css'

export interface Column {
  readonly name: string
  /** One for each series. */
  readonly values: readonly number[]
}

interface ColumnsChartProps {
  readonly title: string
  readonly series: readonly string[]
  readonly columns: readonly Column[]
  readonly show: (value: number) => string
  /** Whether the values of a column are parts of one sum; else they stand beside each other. */
  readonly isStacked?: boolean
}

const colours = ['var(--series-1)', 'var(--series-2)']
const wide = { width: 1080, height: 220, left: 88, top: 20, bottom: 24 }
const narrow = { ...wide, width: 520, height: 260, left: 120 }
const labelsMost = { wide: 12, narrow: 4 }

/** Columns from zero, one for each name in its order; a column without a value has no figure. */
export const ColumnsChart = ({ title, series, columns, show, isStacked = false }: ColumnsChartProps) => {
  const words = useProjectWords().metrics
  const isNarrow = useMedia('(max-width: 640px)')
  const size = isNarrow ? narrow : wide
  const filled = columns.filter(({ values }) => values.some((value) => value !== 0))
  const said = filled.map(({ name, values }) => `${name}: ${values.map(show).join(', ')}`).join('; ')
  const heightOf = ({ values }: Column) =>
    isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  const top = niceCeiling(Math.max(...columns.map(heightOf), 0))
  const y = (value: number) => size.top + (size.height - size.top - size.bottom) * (1 - value / top)
  const step = (size.width - size.left) / columns.length
  const every = Math.ceil(columns.length / (isNarrow ? labelsMost.narrow : labelsMost.wide))
  return (
    <ChartFrame
      title={title}
      columns={[words.what, ...series]}
      rows={columns.map(({ name, values }) => [name, ...values.map(show)])}
      legend={<Legend series={series} />}
    >
      <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={`${title}. ${said}`}>
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line className="gl" x1={size.left} x2={size.width} y1={y(value)} y2={y(value)} />
            <text x={size.left - 8} y={y(value) + 4} textAnchor="end">
              {show(value)}
            </text>
          </g>
        ))}
        {columns.map((column, at) => (
          <g key={column.name}>
            <Bars column={column} x={size.left + step * (at + 0.2)} width={step * 0.6} y={y} isStacked={isStacked} />
            {(columns.length - 1 - at) % every === 0 ? (
              <text x={size.left + step * (at + 0.5)} y={size.height - 4} textAnchor="middle">
                {column.name}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </ChartFrame>
  )
}

interface BarsProps extends Pick<ColumnsChartProps, 'isStacked'> {
  readonly column: Column
  readonly x: number
  readonly width: number
  readonly y: (value: number) => number
}

const Bars = ({ column: { values }, x, width, y, isStacked }: BarsProps) =>
  values.map((value, which) => {
    const below = isStacked ? values.slice(0, which).reduce((sum, one) => sum + one, 0) : 0
    const share = isStacked ? 1 : values.length
    return value > 0 ? (
      <rect
        key={which}
        x={isStacked ? x : x + (width / share) * which}
        y={y(below + value)}
        width={width / share}
        height={y(below) - y(below + value)}
        fill={colours[which]}
        rx="1"
      />
    ) : null
  })

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
