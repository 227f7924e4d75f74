import type { ReactNode } from 'react'
import './fold.css'

interface FoldProps {
  readonly title: ReactNode
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A part that few people need, behind its name; what is typed in it stays when it is closed. */
export const Fold = ({ title, isOpenAtFirst = false, children }: FoldProps) => (
  <details className="folded-part" open={isOpenAtFirst}>
    <summary>{title}</summary>
    <div className="stack-16">{children}</div>
  </details>
)
