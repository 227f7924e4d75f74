import type { ReactNode } from 'react'
import type { Tone } from '../../states.ts'
import { Glyph, type GlyphName } from '../text/glyph.tsx'

interface StateProps {
  readonly glyph: GlyphName
  readonly tone: Tone
  readonly children: ReactNode
}

const classOf = (name: string, tone: Tone) => (tone === 'plain' ? name : `${name} ${tone}`)

/** A state: a shape, a word, then a colour. */
export const State = ({ glyph, tone, children }: StateProps) => (
  <span className={classOf('state', tone)}>
    <Glyph name={glyph} />
    {children}
  </span>
)

/** A state in a frame, within a line of text. */
export const Tag = ({ glyph, tone, children }: StateProps) => (
  <span className={classOf('tag', tone)}>
    <Glyph name={glyph} />
    {children}
  </span>
)
