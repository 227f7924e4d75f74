import type { ReactNode } from 'react'

interface FoldedFilesProps {
  readonly title: string
  /** How many there are; without any, the part is one line until a person opens it. */
  readonly count: number
  readonly children: ReactNode
}

/** The files of a cycle in a part that folds. */
export const FoldedFiles = ({ title, count, children }: FoldedFilesProps) => (
  <section className="cycle-files" aria-label={title}>
    <details open={count > 0}>
      <summary>
        {title} {count > 0 ? <span className="quiet">{count}</span> : null}
      </summary>
      <div className="stack-8">{children}</div>
    </details>
  </section>
)
