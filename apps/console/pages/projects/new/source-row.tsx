import type { ReactNode } from 'react'

interface SourceRowProps {
  readonly title: string
  readonly text: ReactNode
  readonly className?: string
  /** Its control, at the right. */
  readonly children: ReactNode
}

/** A source of a new project, with its control. */
export const SourceRow = ({ title, text, className = '', children }: SourceRowProps) => (
  <div className={`row tall way ${className}`}>
    <div className="grow">
      <h2>{title}</h2>
      <div className="quiet">{text}</div>
    </div>
    {children}
  </div>
)
