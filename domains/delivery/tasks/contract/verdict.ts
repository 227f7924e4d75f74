import { Type, type Static } from 'typebox'
import { namedObject, oneOf } from '../../../../platform/contract/schema.ts'
import { testAuthors, type VerdictOutcome } from '../rules.ts'
import type { StoredAcceptance } from './acceptance.ts'
import type { Examination as ExaminationSchema } from './examination.ts'

/** How a change weakens what would prove it: “refuse” goes back to the agent, “ask” to a person, “note” is shown. */
export interface ReviewFinding {
  readonly kind: string
  readonly level: 'refuse' | 'ask' | 'note'
  readonly path: string
  readonly line?: number | undefined
  readonly test?: string | undefined
  readonly reason: string
}

/** The review of a model that read the change. It can hold a change back, and lets none pass that the rules do not. */
export const ModelReview = namedObject('ModelReview', {
  outcome: oneOf(['no_objection', 'ask', 'refuse', 'none'], {
    description:
      'refuse: the change goes back to the agent. ask: a person decides. no_objection: the rules decide. none: there is no review, and the summary has the reason.',
  }),
  model: Type.String({ examples: ['gpt-5'], description: 'The model that was asked' }),
  summary: Type.String({
    examples: ['It does the requested change.'],
    description: 'Its summary, in a sentence or two',
  }),
  findings: Type.Array(
    namedObject('ModelFinding', {
      path: Type.Optional(Type.String({ description: 'The file, as the model named it' })),
      line: Type.Optional(Type.Integer({ minimum: 1, description: 'The line in it, as the model named it' })),
      reason: Type.String({ description: 'The objection' }),
    }),
    { description: 'Its objections, one entry each' },
  ),
  isCut: Type.Boolean({ description: 'Whether it was shown only the beginning of the change' }),
})
export type ModelReview = Static<typeof ModelReview>

/** The result of a probe of a change: a run in fresh files that looks for code which deceives the tests. */
export const ProbeResult = namedObject('ProbeResult', {
  name: Type.String({
    examples: ['identity'],
    description:
      'The target of the probe: `identity`, replaced assertions and built-ins; `traps`, reads of a test runner’s traces; `mutants`, assertions that cannot fail; `inputs`, other values with altered inputs; `replay`, calls of tests that return another value outside of them',
  }),
  check: Type.Optional(Type.String({ examples: ['test'], description: 'The check whose tests it ran with' })),
  outcome: oneOf(['ran', 'not_probed', 'off'], {
    description: 'ran: findings are in `findings`. not_probed: see the reason. off: the project runs no probes.',
  }),
  reason: Type.Optional(Type.String({ description: 'Why it did not run' })),
  durationMs: Type.Optional(Type.Integer({ description: 'How long it took, in milliseconds', examples: [840] })),
  findings: Type.Integer({ minimum: 0, description: 'How many entries of `findings` are its own' }),
})
export type ProbeResult = Static<typeof ProbeResult>

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** The parts of a change (such as a statement or a setting), counted by their account: what shows that each is right. */
export const ChangeAccount = namedObject('ChangeAccount', {
  parts: count('How many parts the change has'),
  needed: count('Parts that a test needs which the author of the change did not write'),
  own: count('Parts that at most the tests which came with the change notice'),
  test: count('Parts that are new tests, or changes of tests that rules of their own judge'),
  same: count('Parts that change nothing that runs'),
  shape: count('Parts that are texts or styles for people'),
  unseen: count('Parts that nothing accounts for: a person has to see them'),
  untriedFailures: count('Failures in new functions that no test tried; they are among `own`'),
  unseenLines: count('How many lines the parts of `unseen` have'),
})
export type ChangeAccount = Static<typeof ChangeAccount>

/** The results of tests that a model wrote without seeing the change which they are run over. */
export type Examination = Static<typeof ExaminationSchema>
export type ExaminationFile = Examination['files'][number]

/** The results of acceptance tests over a change; nothing of their text. */
export type AcceptanceResult = Static<typeof StoredAcceptance>

/** A test that fails without the change and passes with it; without a name, only a check's exit code shows it. */
export const ProvingTest = namedObject('ProvingTest', {
  check: Type.String({ examples: ['test'], description: 'The check that it belongs to' }),
  file: Type.Optional(Type.String({ examples: ['test/sum.test.js'], description: 'Its file, if the runner names it' })),
  name: Type.Optional(Type.String({ description: 'Left out if only the exit code of the check shows it' })),
  by: Type.Optional(oneOf(testAuthors, { description: 'Whose test it is' })),
})
export type ReproducedTest = Static<typeof ProvingTest>

export interface Verdict {
  /** Whether the change may be merged. */
  readonly approved: boolean
  readonly outcome: VerdictOutcome
  /** The checks that ran a test which proves the change, by name; none unless it is proved. */
  readonly provedBy: string[]
  readonly reasons: string[]
  readonly findings?: readonly ReviewFinding[]
  readonly reproduced?: readonly ReproducedTest[]
  /** Numbers, quoted texts and names of errors of the request that no test has. */
  readonly untestedValues?: readonly string[]
  /** Undefined if the parts of the change were not looked at, and in verdicts of an earlier version. */
  readonly account?: ChangeAccount
  /** Undefined if no check passed that could be probed, and in verdicts of an earlier version. */
  readonly probes?: readonly ProbeResult[]
  /** Undefined if the policy is off, or the checks refuse the change. */
  readonly examination?: Examination
  /** Undefined without acceptance tests, or if the checks refuse the change. */
  readonly acceptance?: AcceptanceResult
  /** Whether the change, or one before it, went back to its author because acceptance tests fail. */
  readonly wasToldOfAcceptance?: true
  /** Whether the change, or one before it, went back to its author because no test notices parts of it. */
  readonly wasToldOfParts?: true
  /** Undefined if no model was asked. */
  readonly model?: ModelReview
}
