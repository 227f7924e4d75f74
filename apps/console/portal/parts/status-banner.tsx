import type { ReactNode } from 'react'
import { Glyph } from '../../parts/text/glyph.tsx'

interface NoteProps {
  /** Plain if nothing is to be done or celebrated. */
  readonly kind?: 'good' | 'wait' | 'bad'
  readonly children: ReactNode
}

/** How things stand, in a sentence that is read out when it changes. */
export const Note = ({ kind, children }: NoteProps) => (
  <div className={kind === undefined ? 'note' : `note ${kind}`} role="status">
    <Glyph name={kind ?? 'queued'} />
    <div>{children}</div>
  </div>
)
