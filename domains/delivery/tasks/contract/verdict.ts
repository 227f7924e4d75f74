import type { Static } from 'typebox'
import type { TestAuthor, VerdictOutcome } from '../rules.ts'
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

/** A model's objection, and its place. */
export interface ModelFinding {
  readonly path?: string
  readonly line?: number
  readonly reason: string
}

/** The review of a model that read the change. It can hold a change back, and lets none pass that the rules do not. */
export interface ModelReview {
  /** `none`: there is no review, for the reason in `summary`. */
  readonly outcome: 'no_objection' | 'ask' | 'refuse' | 'none'
  readonly model: string
  readonly summary: string
  readonly findings: readonly ModelFinding[]
  /** Whether it was shown only the beginning of the change. */
  readonly isCut: boolean
}

/** The result of a probe of a change: a run in fresh files that looks for code which deceives the tests. */
export interface ProbeResult {
  readonly name: string
  /** The check whose tests it ran with; undefined if it was not begun. */
  readonly check?: string
  readonly outcome: 'ran' | 'not_probed' | 'off'
  /** Why it did not run, as a sentence. */
  readonly reason?: string
  /** Its duration, with setting its files up. */
  readonly durationMs?: number
  /** How many findings of the verdict are its own. */
  readonly findings: number
}

/** How many parts of a change have which account. */
export interface ChangeAccount {
  readonly parts: number
  readonly needed: number
  readonly own: number
  readonly test: number
  readonly same: number
  readonly shape: number
  readonly unseen: number
  /** Failures in new functions that no test tried; they are among `own`. */
  readonly untriedFailures: number
  /** The lines of the parts that are unseen. */
  readonly unseenLines: number
}

/** The results of tests over a change that a model wrote without seeing it. */
export type Examination = Static<typeof ExaminationSchema>

/** The results of acceptance tests over a change; nothing of their text. */
export type AcceptanceResult = Static<typeof StoredAcceptance>
export type ExaminationFile = Examination['files'][number]

/** A test that fails without the change and passes with it; without a name, only a check's exit code shows it. */
export interface ReproducedTest {
  readonly check: string
  readonly file?: string
  readonly name?: string
  /** The author of the test. Verdicts of an earlier version do not have it. */
  readonly by?: TestAuthor
}

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
