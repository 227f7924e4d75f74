import { useMedia } from '../use-media.ts'
import { useChartWords } from '../../words/charts/index.ts'
import { ChartFrame, wholeCell, type ChartFileNumbers } from './chart-frame.tsx'
import { Legend, seriesColours } from './legend.tsx'
import { axisMarks, niceCeiling } from './nice-ceiling.ts'

export interface Column {
  readonly name: string
  /** The name of the column in the exported file, such as the whole date; by default `name`. */
  readonly key?: string
  /** One for each series. */
  readonly values: readonly number[]
}

interface ColumnsChartProps {
  readonly title: string
  readonly text?: string
  /** At most four. */
  readonly series: readonly string[]
  /** One for each series; by default the chart colours. */
  readonly colours?: readonly string[]
  readonly columns: readonly Column[]
  readonly show: (value: number) => string
  /** The text of a mark of the axis; by default as values are shown. */
  readonly axis?: (value: number) => string
  /** Whether the values of a column are parts of a sum; else they stand beside each other. */
  readonly isStacked?: boolean
  /** Whether the chart is beside another chart. */
  readonly isHalf?: boolean
  /** Describes the future content of the chart while it has none. */
  readonly empty?: string
  readonly file?: ChartFileNumbers
}

const wide = { width: 1080, height: 220, left: 64, top: 20, bottom: 24 }
const narrow = { ...wide, width: 520, height: 260, left: 120 }
const half = { ...wide, width: 520, height: 200, left: 40 }
/** About the width of a column's name. If the last column is narrower, its name ends at the edge of the chart. */
const labelWidth = 60
/** The width of the only column, and of one of a few. */
const columnMost = 80
const labelsMost = { wide: 12, narrow: 4, half: 6 }

const useSize = (isHalf: boolean) => {
  const isNarrow = useMedia('(max-width: 640px)')
  if (isNarrow) return { size: narrow, maxLabels: labelsMost.narrow }
  return isHalf ? { size: half, maxLabels: labelsMost.half } : { size: wide, maxLabels: labelsMost.wide }
}

/** Columns from zero, one for each name in its order; a value of zero draws nothing. */
export const ColumnsChart = (props: ColumnsChartProps) => {
  const { title, text, series, columns, show, axis = show, isStacked = false, isHalf = false, empty, file } = props
  const { colours = seriesColours } = props
  const words = useChartWords()
  const { size, maxLabels } = useSize(isHalf)
  const filled = columns.filter(({ values }) => values.some((value) => value !== 0))
  const columnTexts = filled.map(({ name, values }) => `${name}: ${values.map(show).join(', ')}`)
  const spokenText = `${title}. ${columnTexts.join('; ')}`
  const heightOf = ({ values }: Column) =>
    isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  const highest = niceCeiling(Math.max(...columns.map(heightOf), 0))
  const y = (value: number) => size.top + (size.height - size.top - size.bottom) * (1 - value / highest)
  const marks = axisMarks(
    columns.flatMap(({ values }) => values),
    highest,
  )
  const step = (size.width - size.left) / columns.length
  const width = Math.min(step * 0.6, columnMost)
  const labelEvery = Math.ceil(columns.length / maxLabels)
  const headings = [words.what, ...series]
  return (
    <ChartFrame
      title={title}
      text={text}
      empty={empty}
      columns={headings}
      rows={columns.map(({ name, values }) => [name, ...values.map(show)])}
      legend={<Legend series={series} colours={colours} />}
      file={
        file && {
          name: file.name,
          columns: headings,
          rows: columns.map(({ name, key = name, values }) => [key, ...values.map(file.cell ?? wholeCell)]),
        }
      }
    >
      <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={spokenText}>
        {marks.map((value) => (
          <g key={value}>
            <line className="gl" x1={size.left} x2={size.width} y1={y(value)} y2={y(value)} />
            <text x={size.left - 8} y={y(value) + 4} textAnchor="end">
              {axis(value)}
            </text>
          </g>
        ))}
        {columns.map((column, at) => (
          <g key={column.key ?? column.name}>
            <Bars
              column={column}
              x={size.left + step * (at + 0.5) - width / 2}
              width={width}
              y={y}
              isStacked={isStacked}
              colours={colours}
            />
            {/* Counted from the last column, which always has its name. */}
            {(columns.length - 1 - at) % labelEvery === 0 ? (
              <text
                {...(at === columns.length - 1 && step < labelWidth
                  ? { x: size.width, textAnchor: 'end' }
                  : { x: size.left + step * (at + 0.5), textAnchor: 'middle' })}
                y={size.height - 4}
              >
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
  readonly colours: readonly string[]
  readonly column: Column
  readonly x: number
  readonly width: number
  readonly y: (value: number) => number
}

const Bars = ({ column: { values }, x, width, y, isStacked, colours }: BarsProps) =>
  values.map((value, which) => {
    const below = isStacked ? values.slice(0, which).reduce((sum, one) => sum + one, 0) : 0
    const barsBeside = isStacked ? 1 : values.length
    return value > 0 ? (
      <rect
        key={which}
        x={isStacked ? x : x + (width / barsBeside) * which}
        y={y(below + value)}
        width={width / barsBeside}
        height={y(below) - y(below + value)}
        fill={colours[which]}
        rx="1"
      />
    ) : null
  })
