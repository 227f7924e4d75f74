import type {
  AccountName,
  PartKind,
  UnseenReason,
  CoverageFormat,
  JudgedCoverage,
  TestResult,
  TestsOfRun,
} from '../../../packages/verdict/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'
import type { CheckPhase } from './contract.ts'

/** A check's report of its tests. */
export interface CheckReport {
  readonly runner: string
  readonly tests: readonly TestResult[]
  /** Why there is no report; the tests are then none. */
  readonly fault?: string
  /** Tests, by file and name, that did not end alike twice over the same files. */
  readonly flaky?: readonly string[]
}

/** A check's report of the lines that it ran. */
export interface CheckCoverage extends JudgedCoverage {
  /** Null if the check left no coverage file. */
  readonly format: CoverageFormat | null
  /** The file in the repository; null if the runner was asked to leave it outside of it. */
  readonly path: string | null
  /** Why there is no coverage; the sums are then zero. */
  readonly fault?: string
}

export const taskCheck = table(
  'task_check',
  {
    name: 'text',
    command: 'text',
    phase: 'text',
    outcome: 'text',
    exitCode: 'int4?',
    stoppedBy: 'text?',
    durationMs: 'int4',
    log: 'text',
    report: 'jsonb?',
    coverage: 'jsonb?',
  },
  { workspaceId: 'uuid', taskId: 'uuid', runId: 'uuid', createdAt: 'timestamptz' },
)
export type CheckOutcome = 'passed' | 'failed' | 'could_not_run'
interface CheckJson {
  phase: CheckPhase
  outcome: CheckOutcome
  report: CheckReport | null
  coverage: CheckCoverage | null
}
export type CheckRow = RowOf<typeof taskCheck, CheckJson>

export const checkRerun = table(
  'check_rerun',
  {
    id: 'uuid',
    taskId: 'uuid',
    commitSha: 'text',
    name: 'text',
    command: 'text',
    outcome: 'text?',
    exitCode: 'int4?',
    stoppedBy: 'text?',
    durationMs: 'int4?',
    log: 'text',
    report: 'jsonb?',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', runId: 'uuid', ownRunId: 'uuid' },
)
export type CheckRerunRow = RowOf<typeof checkRerun, { outcome: CheckOutcome | null; report: CheckReport | null }>

/** A part of a task's change with its account. */
export const changePart = table(
  'change_part',
  {
    path: 'text',
    line: 'int4',
    endLine: 'int4',
    linesToRead: 'int4',
    sourceLine: 'text',
    kind: 'text',
    added: 'text',
    removed: 'text',
    account: 'text',
    reason: 'text?',
    tests: 'jsonb?',
  },
  { workspaceId: 'uuid', taskId: 'uuid', runId: 'uuid', position: 'int4', createdAt: 'timestamptz' },
)
export type ChangePartRow = RowOf<
  typeof changePart,
  {
    kind: PartKind
    account: AccountName
    reason: UnseenReason | 'failure' | 'renamed' | null
    tests: TestsOfRun | null
  }
>
