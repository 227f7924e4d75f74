import type { ReactNode } from 'react'

interface FoldedFilesProps {
  readonly title: string
  /** Whether there are files; without any, the panel is one line until a person opens it. */
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** The files of a cycle in a panel that folds. */
export const FoldedFiles = ({ title, isOpen, children }: FoldedFilesProps) => (
  <section className="panel cycle-files" aria-label={title}>
    <details open={isOpen}>
      <summary>{title}</summary>
      <div className="stack-8">{children}</div>
    </details>
  </section>
)
