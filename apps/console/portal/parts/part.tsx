import type { ReactNode } from 'react'
import { ShowMore } from '../../parts/list/show-more.tsx'
import { useShowMore } from '../../parts/list/use-show-more.ts'

interface PartProps {
  /** Left out if the heading of the page contains it. */
  readonly title?: string
  /** Rows. */
  readonly children: readonly ReactNode[]
}

/** A list with a title; renders nothing without any rows. */
export const Part = ({ title, children }: PartProps) => {
  const { shown, more } = useShowMore(children)
  if (children.length === 0) return null
  return (
    <section className="sect">
      {title === undefined ? null : <h2>{title}</h2>}
      <ul className="panel rows">{shown}</ul>
      <ShowMore onMore={more} />
    </section>
  )
}
