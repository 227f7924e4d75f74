import type { Transaction } from '../db/transaction.ts'
import { findJob } from './queue.ts'
import { waitingSteps } from './store-children.ts'
import * as store from './store.ts'

const stepsMax = 100
const waitingMax = 100

/** Rows of a run, for people who want to know its state and the reason. */
export type Diagnostics = NonNullable<Awaited<ReturnType<typeof diagnose>>>

/** See Engine.diagnostics. */
export const diagnose = async (tx: Transaction, runId: string) => {
  const run = await store.findRun(tx, { id: runId })
  if (!run) return undefined
  const [rows, parked] = await Promise.all([
    store.newestSteps(tx, { runId, limit: stepsMax }),
    waitingSteps(tx, runId, waitingMax),
  ])
  const live = rows.find(({ jobId }) => jobId !== null)
  return {
    run,
    /** Newest first, at most 100. Payloads stay out: they may be large. */
    steps: rows.map(({ payload: _payload, jobId: _jobId, ...row }) => row),
    /** The queue's own word on the step that is alive; undefined while parked and after the end. */
    queue: live && (await findJob(tx, { id: live.jobId! })),
    /** Waiting steps of the run, then of its living children, with the labels that a resume may name; at most 100. */
    parked,
  }
}
