import Type, { type Static } from 'typebox'
import { checkLater } from '../../platform/validation/check-later.ts'
import { jsonOf } from '../../packages/foreign-json/index.ts'

const text = Type.String({ maxLength: 1_048_576 })
const short = Type.String({ maxLength: 500 })
const tokens = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const Finished = Type.Object({
  type: Type.Literal('finished'),
  outcome: Type.Enum([
    'completed',
    'gave-up',
    'asked',
    'step-limit',
    'token-limit',
    'wall-time',
    'repetition',
    'model-failed',
    'agent-failed',
    'stalled',
    'cancelled',
  ]),
  summary: text,
  /** The gateway's code if the model failed, `cycle_cap_reached` for instance. */
  code: Type.Optional(short),
  /** How often an answer without a tool call was sent back. */
  nudges: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
})

const HarnessRecord = Type.Union([
  Type.Object({ type: Type.Literal('started') }),
  Type.Object({ type: Type.Literal('message'), text }),
  // The model's thought, if an agent reports it.
  Type.Object({ type: Type.Literal('thought'), text }),
  Type.Object({ type: Type.Literal('tool-call'), id: short, name: short, input: Type.Unknown() }),
  Type.Object({ type: Type.Literal('tool-result'), id: short, name: short, ok: Type.Boolean(), text }),
  // From here on the conversation has these messages of people; the server returns no more at a time.
  Type.Object({ type: Type.Literal('heard'), ids: Type.Array(Type.String({ maxLength: 36 }), { maxItems: 200 }) }),
  Type.Object({ type: Type.Literal('usage'), inputTokens: tokens, outputTokens: tokens }),
  // Messages of the conversation from one place on, each as JSON: see `SavedWork`.
  Type.Object({ type: Type.Literal('saved-messages'), from: tokens, messages: Type.Array(text, { maxItems: 10_000 }) }),
  // All messages are reported, and this is the change in the worktree.
  Type.Object({
    type: Type.Literal('saved'),
    messages: tokens,
    patch: Type.String({ maxLength: 1_572_864 }),
    steps: tokens,
    tokens,
    heard: Type.Optional(Type.Array(Type.String({ maxLength: 36 }), { maxItems: 1_000 })),
  }),
  // A sign of work that no other record shows, for the server's watch; then it may rightly be quiet for `quietMs`.
  Type.Object({ type: Type.Literal('works'), what: short, quietMs: Type.Number({ minimum: 0 }) }),
  Finished,
])

/** One line of a harness's standard output. Every program in the sandbox can write one: it is a claim, not a fact. */
export type HarnessRecord = Static<typeof HarnessRecord>
export type Emit = (record: HarnessRecord) => void
/** The records of a harness's work, without the reports of its watch. */
export type WorkRecord = Exclude<HarnessRecord, { type: 'works' }>
export type FinishedRecord = Static<typeof Finished>

const validator = checkLater(HarnessRecord)

/** The record of a line, or undefined for anything else. */
export const readRecord = (line: string): HarnessRecord | undefined => {
  const value = jsonOf(line)
  return validator.Check(value) ? value : undefined
}
