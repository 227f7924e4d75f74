import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A part of a page that is saved separately. */
export const Section = ({ title, text, action, children }: SectionProps) => (
  <section className="sect" aria-label={title}>
    <div className="sect-head">
      <div>
        <h2>{title}</h2>
        {text ? <p className="quiet">{text}</p> : null}
      </div>
      {action ? <div className="more">{action}</div> : null}
    </div>
    {children}
  </section>
)
