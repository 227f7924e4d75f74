import type { ReactNode } from 'react'
import { Glyph, type GlyphName } from '../text/glyph.tsx'
import './empty.css'

interface EmptyProps {
  readonly title: string
  readonly text: string
  readonly glyph?: GlyphName
  readonly children?: ReactNode
}

/** The things that belong here, and the button to begin. */
export const Empty = ({ title, text, glyph, children }: EmptyProps) => (
  <div className="empty">
    {glyph ? <Glyph name={glyph} /> : null}
    <h2>{title}</h2>
    <p>{text}</p>
    {children ? <div className="line acts">{children}</div> : null}
  </div>
)

/** An empty state in a panel of its own, in the place of a list. */
export const EmptyPanel = (props: EmptyProps) => (
  <div className="panel">
    <Empty {...props} />
  </div>
)
