import { cycleStates, taskStates } from '../../states.ts'
import type { GlyphName } from '../text/glyph.tsx'

type GlyphTable = Readonly<Record<string, { readonly glyph: GlyphName }>>
const states: Readonly<Record<string, GlyphTable>> = { cycle: cycleStates, task: taskStates }

interface GlyphEvent {
  readonly eventType: string
  readonly payload: Readonly<Record<string, unknown>>
}

const wentWrong = /(failed|failing|mismatched|lost|set_aside|disabled)$/
const endedWell: ReadonlySet<string> = new Set([
  'client_invoice.delivered',
  'client_invoice.paid',
  'deployment.live',
  'pull_request.merged',
])

/** The glyph of the state that an event led to; a ring for what has none. */
export const eventGlyph = ({ eventType, payload }: GlyphEvent): GlyphName => {
  const [kind = '', name = ''] = eventType.split('.')
  if (wentWrong.test(eventType) || typeof payload.failure === 'string' || payload.outcome === 'refused') return 'bad'
  if (endedWell.has(eventType)) return 'good'
  if (eventType === 'task.checked') return payload.outcome === 'passed' ? 'queued' : 'bad'
  if (eventType === 'task.reviewed') return payload.verdict === 'refused' ? 'bad' : 'queued'
  if (eventType === 'pending_request.created' || eventType === 'project.run_waiting') return 'wait'
  return states[kind]?.[name]?.glyph ?? 'queued'
}
