import type { Cell } from '../../../../platform/csv/csv.ts'
import { useChartWords } from '../../words/charts/index.ts'
import { ChartFrame, wholeCell, type ChartFile, type ChartFileNumbers } from './chart-frame.tsx'
import { Legend, seriesColours } from './legend.tsx'

interface BarGroup {
  readonly name: string
  /** One for each series; null for a value that does not exist. */
  readonly values: readonly (number | null)[]
}

interface BarsChartProps {
  readonly title: string
  readonly text?: string
  readonly series: readonly string[]
  /** One for each series; by default the chart colours. */
  readonly colours?: readonly string[]
  readonly rows: readonly BarGroup[]
  readonly show: (value: number) => string
  /** Shown for a value that does not exist. */
  readonly none?: string
  /** The value of a whole bar; the largest value by default. */
  readonly most?: number
  readonly empty?: string
  /** Columns of the table and figures of the rows that have no bar. */
  readonly beside?: readonly BesideColumn[]
  readonly file?: ChartFileNumbers
}

interface BesideColumn {
  readonly name: string
  /** One for each row. */
  readonly cells: readonly { readonly text: string; readonly cell: Cell }[]
}

/** Bars that lie, one group for each row, each with its value behind it. */
export const BarsChart = (props: BarsChartProps) => {
  const { title, text, series, colours = seriesColours, rows, show, none = '–', most, empty, beside = [], file } = props
  const words = useChartWords()
  const columns = [words.what, ...series, ...beside.map(({ name }) => name)]
  const showOrNone = (value: number | null) => (value === null ? none : show(value))
  return (
    <ChartFrame
      title={title}
      text={text}
      empty={empty}
      columns={columns}
      rows={rows.map(({ name, values }, at) => [
        name,
        ...values.map(showOrNone),
        ...beside.map((one) => one.cells[at]!.text),
      ])}
      legend={series.length > 1 ? <Legend series={series} colours={colours} /> : undefined}
      file={file && fileOf(props, columns, file)}
    >
      <Bars title={title} colours={colours} rows={rows} showOrNone={showOrNone} most={most} beside={beside} />
    </ChartFrame>
  )
}

const fileOf = (
  { rows, beside = [] }: BarsChartProps,
  columns: readonly string[],
  { name, cell = wholeCell }: ChartFileNumbers,
): ChartFile => ({
  name,
  columns,
  rows: rows.map((row, at) => [
    row.name,
    ...row.values.map((value) => (value === null ? null : cell(value))),
    ...beside.map((one) => one.cells[at]!.cell),
  ]),
})

interface BarsProps extends Pick<BarsChartProps, 'title' | 'rows'> {
  readonly colours: readonly string[]
  readonly showOrNone: (value: number | null) => string
  readonly most?: number | undefined
  readonly beside: readonly BesideColumn[]
}

const Bars = ({ title, colours, rows, showOrNone, most, beside }: BarsProps) => {
  const whole = most ?? Math.max(...rows.flatMap(({ values }) => values.map((value) => value ?? 0)), 0)
  const figuresOf = ({ values }: BarGroup, at: number) => [
    ...values.map(showOrNone),
    ...beside.flatMap(({ name, cells }) => (cells[at]!.cell === null ? [] : [`${name} ${cells[at]!.text}`])),
  ]
  const said = rows.map((row, at) => `${row.name}: ${figuresOf(row, at).join(', ')}`).join('; ')
  const widthOf = (value: number | null) => (value === null || value <= 0 ? 0 : Math.max(0.5, (100 * value) / whole))
  return (
    <div className="bars" role="img" aria-label={`${title}. ${said}`}>
      {rows.map((row, at) => (
        <div key={at} className="bars-row">
          <span className="cut soft" dir="auto" title={row.name}>
            {row.name}
          </span>
          <svg width="100%" height={row.values.length * 14} aria-hidden="true">
            {row.values.map((value, which) => (
              <rect
                key={which}
                y={which * 14 + 2}
                width={`${widthOf(value)}%`}
                height="10"
                rx="1"
                fill={colours[which]}
              />
            ))}
          </svg>
          <span className="num figures-of">
            {figuresOf(row, at).map((figure, which) => (
              <span key={which}>{figure}</span>
            ))}
          </span>
        </div>
      ))}
    </div>
  )
}
