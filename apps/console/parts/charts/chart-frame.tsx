import Download from 'lucide-react/icons/download'
import { useState, type ReactNode } from 'react'
import { csvLine, type Cell } from '../../../../platform/csv/csv.ts'
import { useChartWords } from '../../words/charts/index.ts'
import { Button } from '../forms/button.tsx'
import { save } from '../files/save-file.ts'

/** The table of a chart as a file, with numbers that a program reads. */
export interface ChartFile {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

interface ChartFrameProps {
  readonly title: string
  /** The columns of the same as a table, the first one of words. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly legend?: ReactNode
  /** A sentence below the title. */
  readonly text?: string | undefined
  readonly file?: ChartFile | undefined
  /** Describes the future content of the chart; by default that nothing was measured. */
  readonly empty?: string | undefined
  readonly children: ReactNode
}

/** The title of a chart, the chart or the same as a table, the file of the table, and a text before the data is known. */
export const ChartFrame = ({ title, columns, rows, legend, text, file, empty, children }: ChartFrameProps) => {
  const words = useChartWords()
  const [isTable, setTable] = useState(false)
  const isEmpty = rows.length === 0
  return (
    <section aria-label={title}>
      <header>
        <h2>{title}</h2>
        {isEmpty ? null : legend}
        {isEmpty ? null : (
          <Button size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {words.asTable}
          </Button>
        )}
        {isTable && file && !isEmpty ? (
          <Button
            variant="plain"
            size="small"
            icon={Download}
            aria-label={words.downloadOf(title)}
            onClick={() => saveFile(file)}
          >
            {words.download}
          </Button>
        ) : null}
      </header>
      {text === undefined || isEmpty ? null : <p className="quiet chart-text">{text}</p>}
      {isEmpty ? <p className="quiet">{empty ?? words.nothingYet}</p> : null}
      {isTable && !isEmpty ? <Table title={title} columns={columns} rows={rows} /> : null}
      {!isTable && !isEmpty ? children : null}
    </section>
  )
}

const saveFile = ({ name, columns, rows }: ChartFile) =>
  save(new Blob([csvLine(columns), ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' }), name)

/** The file of a chart that makes its table itself, and how it writes a number: a whole one by default. */
export interface ChartFileNumbers {
  readonly name: string
  readonly cell?: (value: number) => Cell
}

export const wholeCell = (value: number): Cell => ({ decimal: value.toFixed(0) })
export const dollarsCell = (value: number): Cell => ({ decimal: value.toFixed(6) })

const Table = ({ title, columns, rows }: Pick<ChartFrameProps, 'title' | 'columns' | 'rows'>) => (
  // A keyboard has to reach a scrollable region.
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="chart-table" role="group" aria-label={title} tabIndex={0}>
    <table className="grid">
      <thead>
        <tr>
          {columns.map((name, at) => (
            <th key={name} className={at === 0 ? undefined : 'num'} dir="auto">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) => (
              <td key={at} className={at === 0 ? 'main' : 'num'} title={cell} dir="auto">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
