import { haltOf } from '../../../../../../domains/delivery/tasks/rules.ts'
import type { GlyphName } from '../../../../parts/glyph.tsx'
import { cycleStates, taskStates } from '../../../../states.ts'
import type { en } from '../../../../words/run-progress/en.ts'
import type { Words } from '../../../../words/words.ts'

interface CycleEvent {
  readonly eventType: string
  readonly payload?: { readonly failure?: { readonly code?: string } | null }
}

interface EventText {
  readonly glyph: GlyphName
  /** Undefined for an event that has no words yet, which is named as it is. */
  readonly text: string | undefined
}

/** The text of an event: the state that it led to, or the action. */
export const eventText = ({ eventType, payload }: CycleEvent, states: Words['states'], words: typeof en): EventText => {
  const [kind = '', name = ''] = eventType.split('.')
  const halt = kind === 'task' ? haltOf({ status: name, ...payload }) : undefined
  if (halt !== undefined) return { glyph: 'stopped', text: states.halts[halt] }
  const shown = { cycle: cycleStates, task: taskStates }[kind] as
    | Readonly<Record<string, { readonly glyph: GlyphName }>>
    | undefined
  const named = { cycle: states.cycle, task: states.task }[kind] as Readonly<Record<string, string>> | undefined
  const done = { cycle: words.cycle, task: words.task, pending_request: words.pending_request }[kind] as
    | Readonly<Record<string, string>>
    | undefined
  return {
    glyph: shown?.[name]?.glyph ?? (kind === 'pending_request' ? 'wait' : 'queued'),
    text: named?.[name] ?? done?.[name],
  }
}
