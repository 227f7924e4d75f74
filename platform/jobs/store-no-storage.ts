import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { encodeNote } from './payload.ts'
import type { StepError } from './step.ts'
import type { Attempt } from './store.ts'

const wait = statement<Attempt & { error: ReturnType<typeof encodeNote> }, { seq: number }>(
  'jobs.requeue-uncounted',
  `update run_step set status = 'queued', error = :error, queued_at = now()
   where run_id = :runId and seq = :seq and attempt = :attempt and status = 'running' returning seq`,
)
/** Queues a step again that met something away; it counts no error, and its job stays. */
export const requeueUncounted = async (tx: Transaction, at: Attempt, error: StepError) =>
  (await wait(tx, { ...at, error: encodeNote(error) })).length === 1

const postpone = statement<{ runId: string; seq: number; error: ReturnType<typeof encodeNote> }>(
  'jobs.postpone-step',
  `update run_step set status = 'queued', error = :error, queued_at = now()
   where run_id = :runId and seq = :seq and status = 'queued'`,
)
/** Queues a step again that was not begun, with the reason; its job stays. */
export const postponeStep = (tx: Transaction, runId: string, seq: number, error: StepError) =>
  postpone(tx, { runId, seq, error: encodeNote(error) })
