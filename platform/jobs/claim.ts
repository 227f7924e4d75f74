import type { Transaction } from '../db/transaction.ts'
import { beginCleanup } from './cancel.ts'
import type { HeldJob } from './held-job.ts'
import { type Parts, workflowOf } from './parts.ts'
import { companyOf } from './slot-rules.ts'
import { isAnotherDue, type LeasedJob, postponeJob, removeJob, renewLease } from './queue.ts'
import { releaseRunSlot } from './runs.ts'
import { joinSlotQueue, takeSlot } from './slots.ts'
import { isStorageMissing, noRoom, putOff } from './away.ts'
import type { StepError } from './step.ts'
import * as store from './store.ts'
import { endStep, type Workflow } from './workflow.ts'

/** A step that this process may carry out: the rows as they were when it began. */
export interface Claim {
  readonly job: LeasedJob
  readonly run: store.RunRow
  readonly row: store.StepRow
  readonly flow: Workflow
}

/**
 * Makes a fetched job's step this process's own, in one short transaction. Without `inTurn`, returns `suspect` for a
 * step in which processes died, and `alone` for a step that has to run without others: such a step has not begun.
 * Undefined when there is nothing to carry out: the run has ended, was cancelled, or waits in line for a sandbox from
 * now on; then the job is out of the queue.
 */
export const claimStep = (parts: Parts, held: HeldJob, { inTurn = false } = {}) => {
  const { job } = held
  return parts.database.within(job.workspaceId, async (tx) => {
    const [run, live, isHeld] = await Promise.all([
      store.lockRun(tx, { id: job.runId }),
      store.lockLiveStep(tx, { runId: job.runId }),
      renewLease(tx, job, parts.leaseMs),
    ])
    if (!isHeld) return undefined
    if (!run || live?.jobId !== job.id) return dropJob(tx, job)
    const flow = workflowOf(parts, run)
    if (!mayRun(run, live, flow)) return cancelHeld(parts, tx, run, job)
    if (isBegunBy(parts, held, live)) return { job, run, row: live, flow }
    const { losses } = live.status === 'running' ? await store.countLoss(tx, { runId: job.runId, seq: job.seq }) : live
    if (live.error && (await isStorageMissing(parts, live.error))) return postpone(parts, tx, run, job, live.error)
    const need = flow.byName.get(live.name)?.sandbox ?? false
    const needsSandbox = need !== false
    // The program in the sandbox would meet the full disk, and its work would be lost.
    if (needsSandbox && !(await parts.hasRoom())) return postpone(parts, tx, run, job, noRoom)
    const company = companyOf(losses)
    if (!inTurn && company === 'suspect') return company
    const alone = company === 'alone'
    const hasSlot = !needsSandbox || (await takeSandbox(parts, tx, { run, live, job, alone, isIdle: need === 'idle' }))
    if (!hasSlot) return undefined
    if (!inTurn && alone) return company
    const row = await store.startStep(tx, { runId: job.runId, seq: job.seq, worker: parts.worker })
    held.begunAttempt = row?.attempt
    return row && { job, run, row, flow }
  })
}

/** The claim was committed and its answer was lost: no process died in the step that is running. */
const isBegunBy = ({ worker }: Parts, { begunAttempt }: HeldJob, live: store.StepRow) =>
  live.status === 'running' && live.worker === worker && live.attempt === begunAttempt

const mayRun = (run: store.RunRow, live: store.StepRow, flow: Workflow) =>
  run.status === 'active' ||
  (run.status === 'cancelling' && (live.name === flow.cancelled?.name || live.name === endStep.name))

/** The awaited result is still missing: the step looks again later, and none of it was begun. Its sandbox is free. */
const postpone = async (parts: Parts, tx: Transaction, run: store.RunRow, job: LeasedJob, error: StepError) => {
  await Promise.all([store.postponeStep(tx, job.runId, job.seq, error), putOff(parts, tx, job.id, error)])
  await releaseRunSlot(parts, tx, run)
}

/** Takes a held job out of the queue that leads to nothing. */
export const dropJob = async (tx: Transaction, job: LeasedJob): Promise<undefined> => {
  await Promise.all([removeJob(tx, { id: job.id }), store.removeStepCancel(tx, { jobId: job.id })])
  return undefined
}

/** Ends the step of a cancelled run that this process holds, and begins the cleanup. */
export const cancelHeld = async (parts: Parts, tx: Transaction, run: store.RunRow, job: LeasedJob) => {
  await store.cancelStep(tx, { runId: run.id, seq: job.seq })
  await dropJob(tx, job)
  if (run.status === 'cancelling') await beginCleanup(parts, tx, run, job.seq + 1)
}

/** After so long, this machine looks again at a step that it left to another machine. */
const leftMs = 500
/** After so long, a step that yielded to others looks again. */
const idleMs = 2_000

interface SandboxClaim {
  readonly run: store.RunRow
  readonly live: store.StepRow
  readonly job: LeasedJob
  readonly alone: boolean
  /** Whether it yields to all other steps. */
  readonly isIdle: boolean
}

const takeSandbox = async (parts: Parts, tx: Transaction, { run, live, job, alone, isIdle }: SandboxClaim) => {
  const again = async (delayMs: number) => {
    await postponeJob(tx, { id: job.id, delayMs })
    return false
  }
  if (isIdle && (await isAnotherDue(tx, { id: job.id }))) return again(idleMs)
  const answer = await takeSlot(tx, { kind: 'run', workspaceId: run.workspaceId, runId: run.id }, parts, { alone })
  if (answer === 'taken') return true
  if (answer === 'left' || answer === 'wait') return again(leftMs)
  if (isIdle) return again(idleMs)
  await store.parkLiveStep(tx, { runId: run.id, seq: live.seq })
  await Promise.all([
    store.insertParked(tx, run, { seq: live.seq, kind: 'sandbox', labels: ['sandbox'], details: answer }),
    joinSlotQueue(tx, run),
    removeJob(tx, { id: job.id }),
  ])
  tx.afterCommit(() => parts.hints.emit('slots'))
  return false
}
