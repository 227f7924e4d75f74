import type { ReactNode } from 'react'
import type { MorePages } from '../api/use-pages.ts'
import { useWords } from '../words/shell/index.ts'
import { More } from './show-more.tsx'
import { useFilter } from './use-filter.tsx'
import { useMore } from './use-show-more.ts'

interface FilteredRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly rest: MorePages
  /** The text of a row that the filter looks in. */
  readonly textOf: (row: Row) => string
  /** Names the field: the filtered property. */
  readonly label: string
  /** The most rows of a list without the field. */
  readonly most?: number
  /** Other controls beside the field. */
  readonly controls?: ReactNode
  /** The names of the columns, as a first row. */
  readonly head?: ReactNode
  readonly children: (row: Row) => ReactNode
}

/** A list as a panel: its filter above, its rows, and the next page below it. */
export const FilteredRows = <Row,>({
  rows,
  rest,
  textOf,
  label,
  most,
  controls,
  head,
  children,
}: FilteredRowsProps<Row>) => {
  const words = useWords()
  const { shown, field, isNone } = useFilter(rows, textOf, label, rest, most)
  const { shown: drawn, more } = useMore(shown, 0, rest)
  return (
    <>
      {field || controls ? (
        <div className="filters">
          {controls}
          {field}
        </div>
      ) : null}
      <ul className="panel rows">
        {isNone ? <li className="pad quiet">{words.noneFits}</li> : head}
        {drawn.map(children)}
      </ul>
      <More onMore={more} rest={rest} shownCount={drawn.length} />
    </>
  )
}
