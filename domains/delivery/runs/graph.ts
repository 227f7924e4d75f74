import { type Static, Type } from 'typebox'
import { graph, NoPayload } from '../../../platform/jobs/index.ts'
import { type Round, rounds } from '../../agents/agents/index.ts'
import { Examination, StoredAcceptance } from '../tasks/contract.ts'
import { ProbeResult } from '../tasks/contract/verdict.ts'

const Sha = Type.String({ pattern: '^[0-9a-f]{40}$' })
const Count = Type.Integer({ minimum: 0 })

/** The merged changes and the task's own touch the same lines: the agent gets both. */
const Conflict = Type.Object({ theirs: Sha, paths: Type.Array(Type.String()) })

/** The agent's question to people, and their answer. */
const Answered = Type.Object({ question: Type.String(), answer: Type.String() })

/**
 * `reworks` counts how often the review has sent the change back; `feedback` and `log` are its findings, to be mended.
 * With `goesOn` the agent stopped before it reported that it is done, and the review found no fault in its change.
 */
const BuildPayload = Type.Object({
  reworks: Count,
  feedback: Type.Optional(Type.Array(Type.String())),
  log: Type.Optional(Type.String()),
  goesOn: Type.Optional(Type.Boolean()),
  conflict: Type.Optional(Conflict),
  answers: Type.Optional(Type.Array(Answered)),
})

const Rounds = Type.Array(Type.Unsafe<Round>(Type.Enum([...rounds])))

/**
 * Why a change exists although its agent was not done. If the agent of a round stopped, `rounds` are the rounds that are
 * left, with its own, and `message` is the commit's message until now. With `isFinal` another attempt would end the same.
 */
const Unfinished = Type.Object({
  reason: Type.String(),
  code: Type.String(),
  isFinal: Type.Optional(Type.Boolean()),
  rounds: Type.Optional(Rounds),
  message: Type.Optional(Type.String()),
})
export type Unfinished = Static<typeof Unfinished>

/** The findings of the change's probes, and the result of each. */
const Probed = Type.Object({
  results: Type.Array(ProbeResult),
  findings: Type.Array(
    Type.Object({
      kind: Type.String(),
      level: Type.Union([Type.Literal('refuse'), Type.Literal('ask'), Type.Literal('note')]),
      path: Type.String(),
      line: Type.Optional(Type.Integer()),
      test: Type.Optional(Type.String()),
      reason: Type.String(),
    }),
  ),
})

/** A round after the coder's: the commit's message so far, the rounds after it, and why an earlier attempt failed. */
const RoundPayload = Type.Object({
  reworks: Count,
  message: Type.String(),
  rounds: Rounds,
  feedback: Type.Optional(Type.String()),
})
export type RoundPayload = Static<typeof RoundPayload>

const JudgePayload = Type.Object({
  reworks: Count,
  unfinished: Type.Optional(Unfinished),
  probed: Type.Optional(Probed),
  examined: Type.Optional(Examination),
  accepted: Type.Optional(StoredAcceptance),
  /** True if the parts of the change whose trials had no time in the first review were tried again. */
  isRestTried: Type.Optional(Type.Boolean()),
})

export type JudgePayload = Static<typeof JudgePayload>
export type BuildPayload = Static<typeof BuildPayload>

/** True if the agent continues with a change in which no fault was found: it may end without changing it again. */
export const continuesChange = ({ goesOn, answers }: BuildPayload): boolean => goesOn === true || answers !== undefined

/**
 * A person's decision about a change. `build` sends the agent on with this input. `judge` is the review's input if trials
 * of parts of the change had no time, and `triesRest` says that the person wants them tried.
 */
const DecisionPayload = Type.Object({
  reworks: Count,
  requestId: Type.String(),
  build: Type.Optional(BuildPayload),
  // Passed on to the step `try-rest`, which checks its type.
  judge: Type.Optional(Type.Unsafe<JudgePayload>(Type.Object({}))),
  triesRest: Type.Optional(Type.Boolean()),
})
export type DecisionPayload = Static<typeof DecisionPayload>

const roundSteps = ['lint-task', 'test-task', 'secure-task', 'document-task'] as const
const afterBuild = [...roundSteps, 'check-task'] as const

/** A task's run, a child of its cycle's: it writes the task's branch, and ends with a change that may be merged. */
export const taskRun = graph('task', {
  'check-base': { payload: BuildPayload, to: ['build-task', 'revert-task', 'keep-tests'] },
  'revert-task': { payload: NoPayload, to: ['check-task', 'build-task'] },
  'keep-tests': { payload: NoPayload, to: ['check-task'] },
  'build-task': { payload: BuildPayload, to: [...afterBuild, 'apply-decision'] },
  'lint-task': { payload: RoundPayload, to: afterBuild },
  'test-task': { payload: RoundPayload, to: afterBuild },
  'secure-task': { payload: RoundPayload, to: afterBuild },
  'document-task': { payload: RoundPayload, to: afterBuild },
  'check-task': { payload: JudgePayload, to: ['review-task'] },
  'review-task': {
    payload: JudgePayload,
    to: ['review-task', 'try-rest', 'build-task', ...roundSteps, 'apply-decision'],
  },
  'try-rest': { payload: JudgePayload, to: ['review-task'] },
  'apply-decision': { payload: DecisionPayload, to: ['build-task', 'try-rest'] },
  'clean-up-task': { payload: NoPayload, to: [] },
})

/** A check on request: a run of its own, beside that of the cycle. */
export const checkRun = graph('check', { 'run-check': { payload: NoPayload, to: [] } })

/** With `requestId` a person was asked whether the merge that the host reports counts. */
const Delivery = Type.Object({ from: Sha, to: Sha, tries: Count, requestId: Type.Optional(Type.String()) })
export type Delivery = Static<typeof Delivery>

/** One run of a cycle: each step's payload and successors. It is the integration branch's only writer. */
export const cycleRun = graph('cycle', {
  plan: { payload: NoPayload, to: ['check-base'] },
  'check-base': { payload: NoPayload, to: ['advance'] },
  advance: { payload: NoPayload, to: ['begin-in-repository', 'merge-task', 'prepare-delivery'] },
  'begin-in-repository': { payload: Type.Object({ taskId: Type.String() }), to: ['advance'] },
  'merge-task': { payload: Type.Object({ taskId: Type.String() }), to: ['advance'] },
  'prepare-delivery': { payload: Type.Object({ tries: Count }), to: ['advance', 'verify', 'deliver'] },
  verify: { payload: Delivery, to: ['advance', 'deliver'] },
  deliver: { payload: Delivery, to: ['prepare-delivery', 'await-merge'] },
  'await-merge': { payload: Delivery, to: ['await-merge'] },
  'clean-up': { payload: NoPayload, to: [] },
})
