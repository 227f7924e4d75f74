import type { ReactNode } from 'react'
import './joined.css'

/** The dot between facts, which begins no line. */
export const dot = '\u00a0· '

/** Facts with dots between them; missing facts leave no dot, and a line neither begins nor ends with one. */
export const Joined = ({ parts }: { readonly parts: readonly ReactNode[] }) => {
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== '' && part !== false)
  return (
    <span className="joined">
      {shown.map((part, at) => (
        <span key={at}>
          {at > 0 ? <span className="joined-dot">{dot}</span> : null}
          {part}
        </span>
      ))}
    </span>
  )
}

/** The same in a text. */
export const joined = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(dot)
