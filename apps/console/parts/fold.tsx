import type { ReactNode } from 'react'
import './fold.css'

interface FoldProps {
  readonly title: ReactNode
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A part that few people need, behind its name; typed values in it stay when it is closed. */
export const Fold = ({ title, isOpenAtFirst = false, children }: FoldProps) => (
  <details className="folded-part" open={isOpenAtFirst}>
    <summary>{title}</summary>
    <div className="stack-16">{children}</div>
  </details>
)
