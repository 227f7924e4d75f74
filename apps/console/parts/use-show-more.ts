import { useState } from 'react'
import type { MorePages } from '../api/use-pages.ts'

const step = 200

/**
 * The first rows of a long list, and how to have more of them: what is drawn stays small however much there is. Behind
 * the last row that was read follows what the server still has.
 */
export const useMore = <T>(
  rows: readonly T[],
  least = 0,
  rest?: Pick<MorePages, 'more'>,
): { readonly shown: readonly T[]; readonly more: (() => void) | undefined } => {
  const [count, setCount] = useState(step)
  const most = Math.max(count, least)
  const readOn = rest?.more
  const grow = () => setCount(most + step)
  const readAndGrow = () => {
    readOn?.()
    grow()
  }
  const more = rows.length > most ? grow : readOn && readAndGrow
  return { shown: rows.slice(0, most), more }
}
