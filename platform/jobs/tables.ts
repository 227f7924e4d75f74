import { table, type RowOf } from '../db/table.ts'
import type { Trace } from '../telemetry/index.ts'
import type { Failure, StepError } from './step.ts'

export type RunStatus = 'active' | 'cancelling' | 'finished' | 'failed' | 'cancelled'
export type StepStatus = 'queued' | 'running' | 'parked' | 'done' | 'failed' | 'cancelled'

export const run = table('run', {
  id: 'uuid',
  workspaceId: 'uuid',
  kind: 'text',
  subjectId: 'uuid',
  number: 'int4',
  status: 'text',
  result: 'jsonb?',
  failure: 'jsonb?',
  createdAt: 'timestamptz',
  cancelledAt: 'timestamptz?',
  endedAt: 'timestamptz?',
  trace: 'jsonb?',
  parentId: 'uuid?',
})

export type RunRow = RowOf<
  typeof run,
  { status: RunStatus; result: object | null; failure: Failure | null; trace: Trace | null }
>

export const runParked = table(
  'run_parked',
  {
    seq: 'int4',
    kind: 'text',
    labels: 'text[]',
    details: 'jsonb',
    since: 'timestamptz',
  },
  {
    workspaceId: 'uuid',
    runId: 'uuid',
  },
)

export type ParkedRow = RowOf<typeof runParked, { kind: 'sandbox' | 'person' | 'retry' | 'change'; details: object }>

export const runStep = table(
  'run_step',
  {
    seq: 'int4',
    name: 'text',
    status: 'text',
    payloadVersion: 'int4',
    payload: 'jsonb',
    attempt: 'int4',
    errors: 'int4',
    losses: 'int4',
    jobId: 'uuid?',
    worker: 'text?',
    result: 'jsonb?',
    error: 'jsonb?',
    queuedAt: 'timestamptz',
    startedAt: 'timestamptz?',
    endedAt: 'timestamptz?',
  },
  {
    workspaceId: 'uuid',
    runId: 'uuid',
  },
)

export type StepRow = RowOf<
  typeof runStep,
  { status: StepStatus; payload: Record<string, unknown>; result: object | null; error: StepError | null }
>

export const queueJob = table('queue.job', {
  id: 'uuid',
  workspaceId: 'uuid',
  runId: 'uuid',
  seq: 'int4',
  availableAt: 'timestamptz',
  leaseId: 'uuid?',
})

export type JobRow = RowOf<typeof queueJob>

export const sandboxSlot = table('sandbox_slot', {
  id: 'uuid',
  kind: 'text',
  workspaceId: 'uuid',
  runId: 'uuid?',
  process: 'text?',
  leaseUntil: 'timestamptz?',
  takenAt: 'timestamptz',
  machineId: 'uuid?',
  projectId: 'uuid?',
  address: 'text?',
  alone: 'bool',
})

export const sandboxWait = table('sandbox_wait', {
  position: 'int8',
  workspaceId: 'uuid',
  runId: 'uuid',
})

export const machine = table('machine', {
  id: 'uuid',
  sandboxLimit: 'int4',
  shares: 'bool',
  address: 'text?',
  leaseUntil: 'timestamptz',
  worksUntil: 'timestamptz?',
})

export const scheduledWork = table('scheduled_work', {
  name: 'text',
  dueAt: 'timestamptz',
  process: 'text?',
  leaseUntil: 'timestamptz?',
})

export const stepCancel = table('step_cancel', {
  jobId: 'uuid',
  cancelledAt: 'timestamptz',
})
