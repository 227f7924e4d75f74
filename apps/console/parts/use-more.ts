import { useState } from 'react'

const step = 200

/** The first rows of a long list, and how to have more of them: what is drawn stays small however much there is. */
export const useMore = <T>(
  rows: readonly T[],
  least = 0,
): { readonly shown: readonly T[]; readonly more: (() => void) | undefined } => {
  const [count, setCount] = useState(step)
  const most = Math.max(count, least)
  return { shown: rows.slice(0, most), more: rows.length > most ? () => setCount(most + step) : undefined }
}
