import { useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { useProjectWords } from '../../words/project/index.ts'

interface ChartFrameProps {
  readonly title: string
  /** The columns of the same as a table, the first one of words. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly legend?: ReactNode
  readonly children: ReactNode
}

/** The title of a chart, the chart or the same as a table, and a text before the data is known. */
export const ChartFrame = ({ title, columns, rows, legend, children }: ChartFrameProps) => {
  const words = useProjectWords().overview
  const { nothingYet } = useProjectWords().metrics
  const [isTable, setTable] = useState(false)
  return (
    <section>
      <header>
        <h2>{title}</h2>
        {rows.length > 0 ? legend : null}
        {rows.length > 0 ? (
          <Button variant="plain" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {words.asTable}
          </Button>
        ) : null}
      </header>
      {rows.length === 0 ? <p className="quiet">{nothingYet}</p> : null}
      {isTable && rows.length > 0 ? <Table columns={columns} rows={rows} /> : null}
      {!isTable && rows.length > 0 ? children : null}
    </section>
  )
}

const Table = ({ columns, rows }: Pick<ChartFrameProps, 'columns' | 'rows'>) => (
  <table className="grid">
    <thead>
      <tr>
        {columns.map((name, at) => (
          <th key={name} className={at === 0 ? undefined : 'num'}>
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
)
