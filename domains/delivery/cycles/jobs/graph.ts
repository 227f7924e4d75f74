import { type Static, Type } from 'typebox'
import { graph, Nothing } from '../../../../platform/jobs/index.ts'

const Sha = Type.String({ pattern: '^[0-9a-f]{40}$' })
const Count = Type.Integer({ minimum: 0 })

/** `reworks` is how often the review has sent the change back; `feedback` and `log` are what it found, to be mended. */
const BuildPayload = Type.Object({
  reworks: Count,
  feedback: Type.Optional(Type.Array(Type.String())),
  log: Type.Optional(Type.String()),
})

/** Why a change is there although its agent was not done. */
const Unfinished = Type.Object({ reason: Type.String(), code: Type.String() })
export type Unfinished = Static<typeof Unfinished>

const JudgePayload = Type.Object({ reworks: Count, unfinished: Type.Optional(Unfinished) })

export type JudgePayload = Static<typeof JudgePayload>
export type BuildPayload = Static<typeof BuildPayload>

/** One run of a cycle: what each step is given, and which may follow it. */
export const cycleRun = graph('cycle', {
  plan: { payload: Nothing, to: ['check-base'] },
  'check-base': { payload: Nothing, to: ['build-task'] },
  'build-task': { payload: BuildPayload, to: ['check-task'] },
  'check-task': { payload: JudgePayload, to: ['review-task'] },
  'review-task': { payload: JudgePayload, to: ['build-task', 'apply-decision', 'merge-task'] },
  'apply-decision': {
    payload: Type.Object({ reworks: Count, requestId: Type.String() }),
    to: ['build-task', 'merge-task'],
  },
  'merge-task': { payload: Nothing, to: ['prepare-delivery'] },
  'prepare-delivery': { payload: Type.Object({ tries: Count }), to: ['deliver'] },
  deliver: { payload: Type.Object({ from: Sha, to: Sha, tries: Count }), to: ['prepare-delivery'] },
  'clean-up': { payload: Nothing, to: [] },
})
