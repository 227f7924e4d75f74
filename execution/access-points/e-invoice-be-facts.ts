import { Type, type Static } from 'typebox'
import { answerCodes, shownText, type TransmissionFact } from './access-point.ts'

export const Document = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,200}$' }),
  state: Type.String({ maxLength: 100 }),
})

const TimelineEvent = Type.Object({
  event_type: Type.String({ maxLength: 100 }),
  timestamp: Type.String({ maxLength: 100 }),
  details: Type.Optional(Type.Unknown()),
})
export const Timeline = Type.Object({ events: Type.Array(TimelineEvent, { maxItems: 10_000 }) })
type Event = Static<typeof TimelineEvent>

const states = { TRANSIT: 'handed_over', SENT: 'delivered', FAILED: 'failed' } as const
const endings = { SENT: 'send_success', FAILED: 'send_failed', TRANSIT: 'send_attempted' } as const

/** The facts about a document: its state, and each answer of the buyer. A draft has none. */
export const factsOf = ({ state }: Static<typeof Document>, { events }: Static<typeof Timeline>, evidence: Buffer) => {
  if (state !== 'TRANSIT' && state !== 'SENT' && state !== 'FAILED') return []
  const ending = events.findLast(({ event_type: type }) => type === endings[state])
  const current: TransmissionFact = {
    state: states[state],
    code: state,
    answer: null,
    detail: state === 'FAILED' ? detailOf(ending) : null,
    at: timeOf(ending),
    evidence,
  }
  return [current, ...events.filter(({ event_type: type }) => type === 'imr_received').map(answerOf)]
}

/** The vendor does not publish the shape of `details`: a code counts only if a field for a code or status has it. */
const answerOf = (event: Event): TransmissionFact => {
  const codes = textsIn(event.details).flatMap(([name, text]) => (/code|status|response/i.test(name) ? [text] : []))
  const answer = answerCodes.find((code) => codes.includes(code)) ?? null
  const evidence = Buffer.from(JSON.stringify(event))
  return { state: 'answered', code: 'imr_received', answer, detail: null, at: timeOf(event), evidence }
}

const detailOf = (event: Event | undefined): string | null =>
  shownText(
    textsIn(event?.details)
      .map(([, text]) => text)
      .join(' · '),
  ) || null

const timeOf = (event: Event | undefined): Date | null => {
  const at = new Date(event?.timestamp ?? Number.NaN)
  return at.getUTCFullYear() >= 2_000 && at.getUTCFullYear() <= 9_999 ? at : null
}

const depthMost = 4
const textsMost = 50

/** The texts in a value from outside, by its first levels, each with the name of its field. */
const textsIn = (value: unknown, name = '', depth = 0): readonly (readonly [name: string, text: string])[] => {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null || depth === depthMost) return []
  return Object.entries(value)
    .slice(0, textsMost)
    .flatMap(([key, inner]) => textsIn(inner, key, depth + 1))
    .slice(0, textsMost)
}
