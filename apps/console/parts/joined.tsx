import { Fragment, type ReactNode } from 'react'

/** Facts with dots between them; missing facts leave no dot, and a line never begins with one. */
export const Joined = ({ parts }: { readonly parts: readonly ReactNode[] }) => {
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== '' && part !== false)
  return shown.map((part, at) => (
    <Fragment key={at}>
      {part}
      {at < shown.length - 1 ? '\u00a0· ' : null}
    </Fragment>
  ))
}
