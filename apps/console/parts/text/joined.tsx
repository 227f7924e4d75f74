import { Fragment, type ReactNode } from 'react'

/** The dot between facts, which begins no line. */
export const dot = '\u00a0· '

/** Facts with dots between them; missing facts leave no dot, and a line never begins with one. */
export const Joined = ({ parts }: { readonly parts: readonly ReactNode[] }) => {
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== '' && part !== false)
  return shown.map((part, at) => (
    <Fragment key={at}>
      {part}
      {at < shown.length - 1 ? dot : null}
    </Fragment>
  ))
}

/** The same in a text. */
export const joined = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(dot)
