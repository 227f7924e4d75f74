import type { ReactNode } from 'react'

interface FoldedFilesProps {
  readonly title: string
  /** The number of files; without any, the section is folded. */
  readonly count: number
  readonly children: ReactNode
}

/** A section of files of a cycle that folds to one line. */
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
