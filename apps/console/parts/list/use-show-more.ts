import { useState } from 'react'
import type { MorePages } from '../../api/use-pages.ts'

/**
 * The first rows of a long list, and how to have more of them: the drawn part stays small for any length. After the
 * last read row follow further rows from the server.
 */
export const useShowMore = <T>(
  rows: readonly T[],
  minRows = 0,
  rest?: Pick<MorePages, 'more'>,
  step = 200,
): { readonly shown: readonly T[]; readonly more: (() => void) | undefined } => {
  const [count, setCount] = useState(step)
  const most = Math.max(count, minRows)
  const readOn = rest?.more
  const grow = () => setCount(most + step)
  const readAndGrow = () => {
    readOn?.()
    grow()
  }
  const more = rows.length > most ? grow : readOn && readAndGrow
  return { shown: rows.slice(0, most), more }
}
