import { useState } from 'react'

const step = 200

/** The first rows of a long list, and how to have more of them: what is drawn stays small however much there is. */
export const useMore = <T>(
  rows: readonly T[],
): { readonly shown: readonly T[]; readonly more: (() => void) | undefined } => {
  const [count, setCount] = useState(step)
  return { shown: rows.slice(0, count), more: rows.length > count ? () => setCount(count + step) : undefined }
}
