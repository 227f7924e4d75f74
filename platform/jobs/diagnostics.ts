import type { Transaction } from '../db/transaction.ts'
import type { Queue, QueuedJob } from './queue.ts'
import * as store from './store.ts'

const stepsMax = 100

/** What the tables know about one run, for people who want to know where it stands and why. */
export interface Diagnostics {
  readonly run: store.RunRow
  /** Newest first, at most 100. Payloads stay out: they may be large. */
  readonly steps: readonly Omit<store.StepRow, 'payload' | 'jobId'>[]
  /** The queue's own word on the step that is alive; undefined while parked and after the end. */
  readonly queue: QueuedJob | undefined
  /** What the run waits for, with the labels that a resume may name; undefined when it is not parked. */
  readonly parked: (store.ParkedRow & { readonly step: string }) | undefined
}

/** See Engine.diagnostics. */
export const diagnose = async (queue: Queue, tx: Transaction, runId: string): Promise<Diagnostics | undefined> => {
  const run = await store.findRun(tx, runId)
  if (!run) return undefined
  const [rows, parked] = await Promise.all([store.newestSteps(tx, runId, stepsMax), store.findParked(tx, runId)])
  const live = rows.find(({ jobId }) => jobId !== null)
  const waiting = parked && rows.find(({ seq }) => seq === parked.seq)
  return {
    run,
    steps: rows.map(({ payload: _payload, jobId: _jobId, ...row }) => row),
    queue: live && (await queue.find(tx, live.jobId!)),
    parked: parked && waiting && { ...parked, step: waiting.name },
  }
}
