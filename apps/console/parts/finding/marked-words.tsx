import { useMemo } from 'react'
import { changedRanges } from './changed-words.ts'

/** A line of code, with the words marked that another line lacks. */
export const MarkedWords = ({ text, other }: { readonly text: string; readonly other: string }) => {
  const stretches = useMemo(() => changedRanges(text, other), [text, other])
  return (
    <>
      {stretches.map(([from, to], at) => (
        <span key={from}>
          {text.slice(stretches[at - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(stretches.at(-1)?.[1] ?? 0)}
    </>
  )
}
