import type { Trace } from '../telemetry/index.ts'
import type { Failure, Run, StepError } from './step.ts'

export type RunStatus = 'active' | 'cancelling' | 'finished' | 'failed' | 'cancelled'
export type StepStatus = 'queued' | 'running' | 'parked' | 'done' | 'failed' | 'cancelled'

export interface RunRow extends Run {
  readonly status: RunStatus
  readonly result: object | null
  readonly failure: Failure | null
  readonly cancelledAt: Date | null
  readonly endedAt: Date | null
  /** Of whoever started it. */
  readonly trace: Trace | null
}

export interface StepRow {
  readonly seq: number
  readonly name: string
  readonly status: StepStatus
  readonly payloadVersion: number
  readonly payload: Record<string, unknown>
  readonly attempt: number
  readonly errors: number
  readonly losses: number
  readonly jobId: string | null
  readonly worker: string | null
  readonly result: object | null
  readonly error: StepError | null
  readonly queuedAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

export interface ParkedRow {
  readonly seq: number
  readonly kind: 'sandbox' | 'person' | 'retry'
  readonly labels: string[]
  readonly details: object
  readonly since: Date
}
