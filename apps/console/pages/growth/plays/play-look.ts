import type { PlayStatus } from '../../../../../domains/growth/plays/rules.ts'
import type { GlyphName } from '../../../parts/glyph.tsx'
import type { Play } from './play.ts'

const glyphs: Readonly<Record<PlayStatus, GlyphName>> = {
  draft: 'draft',
  active: 'testing',
  paused: 'blocked',
  archived: 'stopped',
}

/** The shape for a play's state; a play that its own mails stopped has failed. */
export const glyphOfPlay = ({ status, pauseReason }: Pick<Play, 'status' | 'pauseReason'>): GlyphName =>
  status === 'paused' && pauseReason !== 'person' ? 'bad' : glyphs[status]
