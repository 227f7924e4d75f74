import type { ReactNode } from 'react'
import type { MorePages } from '../../api/use-pages.ts'
import { ShowMore } from './show-more.tsx'
import { useShowMore } from './use-show-more.ts'

interface PartialRowsProps<Row> {
  readonly rows: readonly Row[]
  /** Draws at least this many rows, so that the row named in the address of the page is among them. */
  readonly minRows?: number
  /** How many rows are drawn at first, and how many more by each press of “Show more”. */
  readonly step?: number
  /** The part of the list that the server still has. */
  readonly rest?: MorePages
  readonly children: (row: Row, at: number) => ReactNode
}

/** Draws the first rows of a long list, and more of them on demand. */
export const PartialRows = <Row,>({ rows, minRows = 0, step, rest, children }: PartialRowsProps<Row>) => {
  const { shown, more } = useShowMore(rows, minRows, rest, step)
  return (
    <>
      {shown.map(children)}
      <ShowMore onMore={more} rest={rest} shownCount={shown.length} />
    </>
  )
}
