import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { encodeNote } from './payload.ts'
import type { StepError } from './step.ts'
import type { Attempt } from './store.ts'

const wait = statement<Attempt & { jobId: string; error: ReturnType<typeof encodeNote> }, { seq: number }>(
  'jobs.wait-for-room',
  `update run_step set status = 'queued', job_id = :jobId, error = :error, queued_at = now()
   where run_id = :runId and seq = :seq and attempt = :attempt and status = 'running' returning seq`,
)
/** Puts a step back that found no room on the disk; it counts no error. */
export const requeueForRoom = async (tx: Transaction, at: Attempt, jobId: string, error: StepError) =>
  (await wait(tx, { ...at, jobId, error: encodeNote(error) })).length === 1

const postpone = statement<{ runId: string; seq: number; jobId: string }>(
  'jobs.postpone-step',
  `update run_step set status = 'queued', job_id = :jobId, queued_at = now()
   where run_id = :runId and seq = :seq and status in ('queued', 'running')`,
)
/** Gives a step that is not carried out another job. */
export const postponeStep = (tx: Transaction, runId: string, seq: number, jobId: string) =>
  postpone(tx, { runId, seq, jobId })
