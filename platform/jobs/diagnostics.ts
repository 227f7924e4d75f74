import type { Transaction } from '../db/transaction.ts'
import { findJob, type QueuedJob } from './queue.ts'
import { waitingSteps, type WaitingStep } from './store-children.ts'
import * as store from './store.ts'

const stepsMax = 100
const waitingMax = 100

/** Rows of a run, for people who want to know its state and the reason. */
export interface Diagnostics {
  readonly run: store.RunRow
  /** Newest first, at most 100. Payloads stay out: they may be large. */
  readonly steps: readonly Omit<store.StepRow, 'payload' | 'jobId'>[]
  /** The queue's own word on the step that is alive; undefined while parked and after the end. */
  readonly queue: QueuedJob | undefined
  /** Waiting steps of the run, then of its living children, with the labels that a resume may name; at most 100. */
  readonly parked: readonly WaitingStep[]
}

/** See Engine.diagnostics. */
export const diagnose = async (tx: Transaction, runId: string): Promise<Diagnostics | undefined> => {
  const run = await store.findRun(tx, { id: runId })
  if (!run) return undefined
  const [rows, parked] = await Promise.all([
    store.newestSteps(tx, { runId, limit: stepsMax }),
    waitingSteps(tx, runId, waitingMax),
  ])
  const live = rows.find(({ jobId }) => jobId !== null)
  return {
    run,
    steps: rows.map(({ payload: _payload, jobId: _jobId, ...row }) => row),
    queue: live && (await findJob(tx, { id: live.jobId! })),
    parked,
  }
}
