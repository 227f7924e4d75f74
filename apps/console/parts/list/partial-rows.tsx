import type { ReactNode } from 'react'
import type { MorePages } from '../../api/use-pages.ts'
import { More } from './show-more.tsx'
import { useMore } from './use-show-more.ts'

interface PartialRowsProps<Row> {
  readonly rows: readonly Row[]
  /** So many are drawn at least, for a row that the address names. */
  readonly least?: number
  /** So many are drawn at first, and more with each request. */
  readonly step?: number
  /** The part of the list that the server still has. */
  readonly rest?: MorePages
  readonly children: (row: Row, at: number) => ReactNode
}

/** Draws the first rows of a long list, and more of them on demand. */
export const PartialRows = <Row,>({ rows, least = 0, step, rest, children }: PartialRowsProps<Row>) => {
  const { shown, more } = useMore(rows, least, rest, step)
  return (
    <>
      {shown.map(children)}
      <More onMore={more} rest={rest} shownCount={shown.length} />
    </>
  )
}
