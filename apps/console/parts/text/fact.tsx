import type { ReactNode } from 'react'

interface FactProps {
  readonly name: string
  readonly className?: string
  readonly title?: string
  /** Its value; without one the list has no such fact. */
  readonly children: ReactNode
}

/** A fact in a list of facts about one thing, a `dl`. */
export const Fact = ({ name, className, title, children }: FactProps) =>
  children === null || children === '' ? null : (
    <>
      <dt>{name}</dt>
      <dd className={className} dir="auto" title={title}>
        {children}
      </dd>
    </>
  )
