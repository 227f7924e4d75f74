import type { Round } from '../../agents/agents/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { TaskAgent as WireAgent } from './contract.ts'
import type { Verdict } from './contract/verdict.ts'
import type { TaskStatus } from './rules.ts'

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
  /** True for an error of the agency's own parts, as its model endpoint: a client reads a plainer sentence. */
  readonly forAgency?: true
}

/** The last carrier of a task, with its program and model. */
export type TaskAgent = Readonly<Static<typeof WireAgent>>

/** The last result of a round in a task's pipeline. */
export interface TaskRound {
  readonly round: Round
  /** `unfinished`: it ended at a limit or stopped early. `skipped`: it did not begin. */
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

/** The purpose of a task that the engine made: these checks do not pass over all changes of its run together. */
export interface Mend {
  readonly checks: readonly string[]
  /** The output of the checks. */
  readonly log: string
}

interface TaskJson {
  status: TaskStatus
  /** The engine's last status; null in rows of an earlier version, whose status holds it. */
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

export const taskDependency = table('task_dependency', { workspaceId: 'uuid', taskId: 'uuid', dependsOn: 'uuid' })
