import type { ReactNode } from 'react'
import { More } from './more.tsx'
import { useMore } from './use-more.ts'

interface ShownProps<Row> {
  readonly rows: readonly Row[]
  /** So many are drawn at least, for a row that the address names. */
  readonly least?: number
  readonly children: (row: Row, at: number) => ReactNode
}

/** Draws the first rows of a long list, and more of them on demand. */
export const Shown = <Row,>({ rows, least = 0, children }: ShownProps<Row>) => {
  const { shown, more } = useMore(rows, least)
  return (
    <>
      {shown.map(children)}
      <More onMore={more} />
    </>
  )
}
