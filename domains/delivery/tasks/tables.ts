import type { Static } from 'typebox'
import type { Round } from '../../agents/agents/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'
import type { StoredAcceptance } from './contract/acceptance.ts'
import type { Examination as ExaminationSchema } from './contract/examination.ts'
import type { TaskStatus, TestAuthor, VerdictOutcome } from './rules.ts'

export const task = table(
  'task',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    handle: 'text',
    number: 'int4',
    title: 'text',
    description: 'text',
    status: 'text',
    statusByHand: 'bool',
    runId: 'uuid?',
    repositoryId: 'uuid?',
    branch: 'text?',
    baseSha: 'text?',
    headSha: 'text?',
    mergeSha: 'text?',
    review: 'jsonb?',
    agent: 'jsonb?',
    rounds: 'jsonb',
    failure: 'jsonb?',
    engineStatus: 'text?',
    ownRunId: 'uuid?',
    ownRuns: 'int4',
    conflict: 'jsonb?',
    mend: 'jsonb?',
    planChanged: 'bool',
    addedBy: 'uuid?',
    testsKeptByCycleId: 'uuid?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', statusChangedAt: 'timestamptz', deletedAt: 'timestamptz?' },
)

export interface Failure {
  readonly message: string
  readonly step?: string
  readonly code?: string
  readonly log?: string
  /** It speaks of what is the agency's own: its model endpoint, its budgets. A client reads a plainer sentence. */
  readonly forAgency?: true
}

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
  /** `none`: there is no review, and `summary` says why. */
  readonly outcome: 'no_objection' | 'ask' | 'refuse' | 'none'
  readonly model: string
  readonly summary: string
  readonly findings: readonly ModelFinding[]
  /** Whether it was shown only the beginning of the change. */
  readonly isCut: boolean
}

/** The result of one probe of a change: a run in fresh files that looks for code which deceives the tests. */
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

/** The results of tests over a change that a model wrote without seeing it. */
export type Examination = Static<typeof ExaminationSchema>

/** The results of acceptance tests over a change; nothing of their text. */
export type AcceptanceResult = Static<typeof StoredAcceptance>
export type ExaminationFile = Examination['files'][number]

/** A test that fails without the change and passes with it; without a name, the exit code of its check says so. */
export interface ReproducedTest {
  readonly check: string
  readonly file?: string
  readonly name?: string
  /** The author of the test. Verdicts of an earlier version do not say it. */
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
  /** Undefined if no check passed that could be probed, and in verdicts of an earlier version. */
  readonly probes?: readonly ProbeResult[]
  /** Undefined if the policy is off, or the checks refuse the change. */
  readonly examination?: Examination
  /** Undefined without acceptance tests, or if the checks refuse the change. */
  readonly acceptance?: AcceptanceResult
  /** Undefined if no model was asked. */
  readonly model?: ModelReview
}

/** The last carrier of a task, with its program and model. */
export interface TaskAgent {
  readonly id: string
  readonly name: string
  readonly instructionsSha256: string
  readonly harness: string
  readonly model: string
  /** Whether the agent, a preference of the workspace, or the instance chose the model. */
  readonly modelChosenBy: 'agent' | 'preference' | 'instance'
}

/** The last result of one round of a task's pipeline. */
export interface TaskRound {
  readonly round: Round
  /** `unfinished`: it ended at a limit, or gave up. `skipped`: it did not begin. */
  readonly outcome: 'changed' | 'unchanged' | 'unfinished' | 'skipped'
  /** Null if it did not begin. */
  readonly agent: TaskAgent | null
  /** Why it did not begin or finish. */
  readonly reason?: string
}

/** Why a task goes to its agent again: its change and a merge since then touch the same lines. */
export interface Conflict {
  /** The head of the task's change. */
  readonly theirs: string
  readonly paths: readonly string[]
}

/** The purpose of a task that the engine made: checks do not pass over all changes of its run together. */
export interface Mend {
  /** Their names. */
  readonly checks: readonly string[]
  /** Their output. */
  readonly log: string
}

interface TaskJson {
  status: TaskStatus
  /** The engine's last status; null in rows of an earlier version, whose status says it. */
  engineStatus: TaskStatus | null
  failure: Failure | null
  review: Verdict | null
  agent: TaskAgent | null
  /** The results of the rounds after the coder's part, each once, the latest last. */
  rounds: readonly TaskRound[]
  conflict: Conflict | null
  mend: Mend | null
}
export type TaskRow = RowOf<typeof task, TaskJson>

export const taskDependency = table('task_dependency', {
  workspaceId: 'uuid',
  taskId: 'uuid',
  dependsOn: 'uuid',
})
