import { isActive, type CycleStatus } from '../../domains/delivery/cycles/rules.ts'
import type { ClientStatus } from '../../domains/delivery/deliverables/rules.ts'
import type { TaskStatus, VerdictOutcome } from '../../domains/delivery/tasks/rules.ts'
import type { GlyphName } from './parts/text/glyph.tsx'
import type { Words } from './words/words.ts'

/** The colour of a state: by its meaning for a person, never by its name. */
export type Tone = 'live' | 'wait' | 'good' | 'bad' | 'plain'

export interface StateBadge {
  readonly glyph: GlyphName
  readonly tone: Tone
}
const at = (glyph: GlyphName, tone: Tone = 'plain'): StateBadge => ({ glyph, tone })

export const cycleStates: Readonly<Record<CycleStatus, StateBadge>> = {
  draft: at('draft'),
  planning: at('building', 'live'),
  running: at('testing', 'live'),
  reviewing: at('reviewing', 'live'),
  blocked: at('wait', 'wait'),
  completed: at('good', 'good'),
  stopping: at('blocked'),
  stopped: at('stopped'),
  failed: at('bad', 'bad'),
}

/** How a cycle of a list is shown: one at work that waits for a sandbox is queued. */
export const cycleState = (
  { status, queued }: { readonly status: CycleStatus; readonly queued: boolean },
  words: Words['states'],
) =>
  queued ? { ...taskStates.queued, text: words.task.queued } : { ...cycleStates[status], text: words.cycle[status] }

export const taskStates: Readonly<Record<TaskStatus, StateBadge>> = {
  queued: at('queued'),
  blocked: at('blocked'),
  building: at('building', 'live'),
  testing: at('testing', 'live'),
  reviewing: at('reviewing', 'live'),
  approved: at('reviewing', 'live'),
  merging: at('reviewing', 'live'),
  merged: at('good', 'good'),
  pr_created: at('reviewing', 'live'),
  ci_passing: at('reviewing', 'live'),
  done: at('good', 'good'),
  failed: at('bad', 'bad'),
}

export const verdictStates: Readonly<Record<VerdictOutcome, StateBadge>> = {
  proved: at('good', 'good'),
  shown: at('wait', 'wait'),
  checked: at('wait', 'wait'),
  unverified: at('doubt', 'wait'),
  refused: at('bad', 'bad'),
}

/** The verdict of a task: over a merged change, a verdict that asked a person no longer warns. */
export const verdictOf = (outcome: VerdictOutcome, isMerged: boolean): StateBadge =>
  isMerged && (outcome === 'shown' || outcome === 'checked') ? at('checked') : verdictStates[outcome]

/** The name of a verdict: a verdict that asks a person names the missing part. */
export const verdictNamed = <Outcome extends VerdictOutcome>(outcome: Outcome, isMerged: boolean) =>
  outcome === 'checked' && !isMerged ? 'untested' : outcome

export const deliverableStates: Readonly<Record<ClientStatus, StateBadge>> = {
  draft: at('draft'),
  in_review: at('blocked'),
  delivered: at('checked'),
  accepted: at('good', 'good'),
}

/** The order in which an agency looks at cycles. */
const urgency: readonly CycleStatus[] = ['blocked', 'failed', 'running', 'reviewing', 'planning', 'stopping']

/** The state of a project: that of its most urgent cycle; at rest a ring. */
export const projectGlyph = (cycles: readonly { readonly status: CycleStatus }[]): GlyphName => {
  const newest = cycles[0]?.status
  const open = urgency.find((status) =>
    status === 'failed' ? newest === 'failed' : cycles.some((cycle) => cycle.status === status),
  )
  return open ? cycleStates[open].glyph : 'queued'
}

export const isUnderWay = ({ status }: { readonly status: CycleStatus }): boolean => isActive(status)

/** At work on its own, without waiting for a person. */
export const isAtWork = ({ status }: { readonly status: CycleStatus }): boolean => cycleStates[status].tone === 'live'
