import type { Transaction } from '../db/transaction.ts'
import { type Parts, workflowOf } from './parts.ts'
import { removeJob } from './queue.ts'
import { announceEnd, endRun, releaseRunSlot, queueLastStep, queueStep } from './runs.ts'
import { leaveSlotQueue } from './slots.ts'
import type { Failure, Run } from './step.ts'
import { moveChildrenToCancelling, moveToFailing } from './store-children.ts'
import * as store from './store.ts'
import { endStep } from './workflow.ts'

/** See Engine.cancel. */
export const cancelRun = async (parts: Parts, tx: Transaction, runId: string): Promise<boolean> => {
  const run = await store.moveToCancelling(tx, { id: runId })
  if (!run) return false
  await letGo(parts, tx, run)
  return true
}

// Every run on the way down is locked before a step of any, as everywhere.
const cancelChildren = async (parts: Parts, tx: Transaction, run: Run): Promise<void> => {
  if (!workflowOf(parts, run).coordinates) return
  for (const child of await moveChildrenToCancelling(tx, { parentId: run.id })) await letGo(parts, tx, child)
}

/** Cancels the children of a run that is cancelling, and then its own living steps. */
const letGo = async (parts: Parts, tx: Transaction, run: Run): Promise<void> => {
  await cancelChildren(parts, tx, run)
  const live = await store.lockLiveStep(tx, { runId: run.id })
  if (live?.status === 'running') {
    await Promise.all([store.insertStepCancel(tx, { jobId: live.jobId! }), store.notifyCancel(tx)])
    tx.afterCommit(() => parts.hints.emit('cancel'))
    return
  }
  if (live?.jobId) await removeJob(tx, { id: live.jobId })
  if (live) await cancelLiveStep(tx, run, live.seq)
  await beginCleanup(parts, tx, run, (live?.seq ?? 0) + 1)
}

const cancelLiveStep = async (tx: Transaction, run: Run, seq: number) => {
  await store.removeParked(tx, { runId: run.id, label: null })
  await leaveSlotQueue(tx, { runId: run.id })
  await store.cancelStep(tx, { runId: run.id, seq })
}

/**
 * The cleanup of a cancelled run as its last step, after its last child. Without a cleanup, a run of its own ends at
 * once; a child ends in a step, because its canceller locks the child's row and not the parent's.
 */
export const beginCleanup = async (parts: Parts, tx: Transaction, run: Run, seq: number): Promise<void> => {
  await releaseRunSlot(parts, tx, run)
  const { cancelled, coordinates } = workflowOf(parts, run)
  const last = { seq, name: (cancelled ?? endStep).name, payload: {} }
  if (coordinates) return queueLastStep(parts, tx, run, last)
  if (cancelled || run.parentId) return queueStep(parts, tx, run, last)
  await announceEnd(parts, tx, run, { status: 'cancelled' })
  await endRun(parts, tx, run, { status: 'cancelled' })
}

/** The run, which the caller has locked, fails once its children have ended, which are cancelled. */
export const failWithChildren = async (
  parts: Parts,
  tx: Transaction,
  run: Run,
  { failure, seq }: { failure: Failure; seq: number },
): Promise<void> => {
  await moveToFailing(tx, run.id, failure)
  await cancelChildren(parts, tx, run)
  await releaseRunSlot(parts, tx, run)
  await queueLastStep(parts, tx, run, { seq, name: endStep.name, payload: {} })
}
