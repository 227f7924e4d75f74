import { table, type RowOf } from '../../../platform/db/table.ts'
import type { TaskStatus } from './rules.ts'

export const task = table(
  'task',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    number: 'int4',
    title: 'text',
    description: 'text',
    status: 'text',
    statusByHand: 'bool',
    runId: 'uuid?',
    branch: 'text?',
    baseSha: 'text?',
    headSha: 'text?',
    mergeSha: 'text?',
    review: 'jsonb?',
    failure: 'jsonb?',
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

export interface Verdict {
  readonly approved: boolean
  readonly reasons: string[]
}

export type TaskRow = RowOf<typeof task, { status: TaskStatus; failure: Failure | null; review: Verdict | null }>

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
  },
  { workspaceId: 'uuid', taskId: 'uuid', runId: 'uuid', createdAt: 'timestamptz' },
)
export type CheckOutcome = 'passed' | 'failed' | 'could_not_run'
export type CheckRow = RowOf<typeof taskCheck, { phase: 'base' | 'task'; outcome: CheckOutcome }>

export const taskDependency = table('task_dependency', {
  workspaceId: 'uuid',
  taskId: 'uuid',
  dependsOn: 'uuid',
})

export const taskTranscript = table('task_transcript', {
  workspaceId: 'uuid',
  taskId: 'uuid',
  runId: 'uuid',
  stepSeq: 'int4',
  attempt: 'int4',
  position: 'int4',
  kind: 'text',
  payload: 'jsonb',
  createdAt: 'timestamptz',
})
