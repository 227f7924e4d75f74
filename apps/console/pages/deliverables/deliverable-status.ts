import type { ApprovalState } from '../../../../domains/delivery/deliverables/rules.ts'
import type { View } from '../../parts/deliverable/approvals.ts'
import type { GlyphName } from '../../parts/text/glyph.tsx'
import type { Tone } from '../../states.ts'

/** The state of a publication, as it is drawn: a person has to decide, or it is proved, or neither. */
export const approvalStates: Readonly<Record<ApprovalState, { readonly glyph: GlyphName; readonly tone: Tone }>> = {
  none: { glyph: 'queued', tone: 'plain' },
  open: { glyph: 'blocked', tone: 'plain' },
  approved: { glyph: 'good', tone: 'good' },
  changes_requested: { glyph: 'wait', tone: 'wait' },
  outdated: { glyph: 'draft', tone: 'plain' },
}

/** The state of a deliverable as a sentence; undefined is one without a draft. */
export const sentenceOf = (view: View | undefined, isMine: boolean) => {
  if (!view) return 'unwritten'
  if (view.publishedAt === null) return view.submittedRevision === 0 ? 'draft' : 'withdrawn'
  if (isMine) return 'mine'
  return view.hasChanges === true ? 'outdated' : view.approval
}
