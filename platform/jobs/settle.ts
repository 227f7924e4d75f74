import type { Transaction } from '../db/transaction.ts'
import { failWithChildren } from './cancel.ts'
import { cancelHeld, type Claim, dropJob } from './claim.ts'
import { lossesMax } from './slot-rules.ts'
import { type Away, awayError, putOff } from './away.ts'
import type { Parts } from './parts.ts'
import { handBackJob, type LeasedJob, postponeJob, removeJob, renewLease } from './queue.ts'
import {
  announceEnd,
  continueParent,
  endRun,
  releaseRunSlot,
  parkRun,
  parkUntilChange,
  queueStep,
  wakeRun,
} from './runs.ts'
import { startRun } from './start.ts'
import {
  type CoordinatorContext,
  failRun,
  type Failure,
  type Next,
  type RunEnd,
  type Step,
  type StepError,
  type UntilChange,
} from './step.ts'
import { hasLivingChild, removeStepsBefore } from './store-children.ts'
import * as store from './store.ts'
import { endStep as lastStep, stepOf } from './workflow.ts'

/** This attempt no longer holds its step: another process does, or the run was cancelled or replaced. */
export class StepNotHeld extends Error {
  override readonly name = 'NotHeld'
}

const retryLongestMs = 60_000
const extraTries = 3

const attemptOf = ({ run, row }: Claim): store.Attempt => ({ runId: run.id, seq: row.seq, attempt: row.attempt })

/** Commits a step whose effect is done: the workflow's own rows first, then the run's, all or nothing. */
export const commitStep = (parts: Parts, claim: Claim, step: Step, payload: object, effect: unknown): Promise<void> =>
  parts.database.within(claim.run.workspaceId, async (tx) => {
    const next = await step.commit(await commitContext(parts, tx, claim, step, payload), effect)
    await endStep(parts, tx, claim, next, undefined)
  })

/** Lets the workflow decide after an error that is not tried again. Without a word from it the run fails. */
export const decideFailure = (parts: Parts, claim: Claim, step: Step, payload: object, error: StepError) =>
  parts.database.within(claim.run.workspaceId, async (tx) => {
    const next = await step.failed?.(await commitContext(parts, tx, claim, step, payload), error)
    await endStep(parts, tx, claim, next ?? failRun(failureOf(error)), error)
  })

/** Fails the run without the step's word; `quietly` also without the workflow's, when that is what breaks. */
export const giveUp = (parts: Parts, claim: Claim, error: StepError, quietly: boolean): Promise<void> =>
  parts.database.within(claim.run.workspaceId, (tx) =>
    endStep(parts, tx, claim, failRun(failureOf(error)), error, { quietly }),
  )

const failureOf = ({ message, code }: StepError): Failure => ({ message, ...(code === undefined ? {} : { code }) })

const commitContext = async (
  parts: Parts,
  tx: Transaction,
  { run, row }: Claim,
  step: Step,
  payload: object,
): Promise<CoordinatorContext> => {
  if (step.lock) await lockForDecision(tx, run, step.lock)
  return {
    ...stepContext(run, row, payload),
    tx,
    now: await tx.now(),
    log: parts.log,
    wake: (runId) => wakeRun(parts, tx, runId),
    start: (child) => startRun(parts, tx, { ...child, workspaceId: run.workspaceId }, run.id),
  }
}

// The parent comes first because this pass may be the run's end, which wakes it.
const lockForDecision = async (tx: Transaction, run: store.RunRow, lock: NonNullable<Step['lock']>) => {
  await lock(tx, run)
  if (run.parentId) await store.lockRun(tx, { id: run.parentId })
  if ((await store.lockRun(tx, { id: run.id }))?.status !== run.status) throw new StepNotHeld(endedMeanwhile)
}

const endedMeanwhile = 'The run ended or was cancelled while the step ran'

export const stepContext = (run: store.RunRow, row: store.StepRow, payload: object) => ({
  run,
  step: { name: row.name, seq: row.seq, attempt: row.attempt, payload },
  key: `${run.id}:${row.seq}`,
})

// The workflow locked its own rows first, then come parent run, run, step, job and slot: the order in which an
// operation takes them that moves the subject and then cancels or resumes its run.
const endStep = async (
  parts: Parts,
  tx: Transaction,
  claim: Claim,
  next: Next | UntilChange,
  error: StepError | undefined,
  { quietly = false } = {},
) => {
  const end = endOf(claim, next)
  const waits = end !== undefined && (await waitsForChildren(tx, claim, end))
  if (end && !waits && !quietly) await announceEnd(parts, tx, claim.run, end)
  const parent = end && !waits && claim.run.parentId ? await store.lockRun(tx, { id: claim.run.parentId }) : undefined
  const status = error ? ({ status: 'failed', error } as const) : ({ status: 'done' } as const)
  await releaseStep(tx, claim, {
    step: (at) => store.endStep(tx, at, { ...status, result: summary(next) }),
    job: () => removeJob(tx, { id: claim.job.id }),
  })
  if (!end) return goOn(parts, tx, claim, next)
  if (waits) return failWithChildren(parts, tx, claim.run, { ...waits, seq: claim.row.seq + 1 })
  await endRun(parts, tx, claim.run, end)
  if (parent) await continueParent(parts, tx, parent)
}

/** A failure, reported after the last child ended. Only coordinators start children, so none begins in between. */
const waitsForChildren = async (tx: Transaction, { flow, row, run }: Claim, end: RunEnd) => {
  if (!flow.coordinates || row.name === lastStep.name || !(await hasLivingChild(tx, { parentId: run.id }))) return false
  if (end.status === 'failed') return end
  throw new Error(`${row.name} ends the run, whose children have not ended`)
}

interface Release {
  /** Writes the step; false unless it is still running by that attempt. */
  readonly step: (at: store.Attempt) => Promise<boolean>
  readonly job: () => Promise<unknown>
}

/** Locks the run, then writes step and job, in the order of locks. The attempt of the step fences all three. */
const releaseStep = async (tx: Transaction, claim: Claim, { step, job }: Release) => {
  const [run, written] = await Promise.all([store.lockRun(tx, { id: claim.run.id }), step(attemptOf(claim)), job()])
  if (run?.status !== claim.run.status) throw new StepNotHeld(endedMeanwhile)
  if (!written) throw new StepNotHeld('Another process took the step over')
}

const endOf = ({ run, row, flow }: Claim, next: Next | UntilChange): RunEnd | undefined => {
  if (row.name === lastStep.name && run.failure) return { status: 'failed', failure: run.failure }
  if (next.next === 'fail') return { status: 'failed', failure: { step: row.name, ...next.failure } }
  if (row.name === flow.cancelled?.name || row.name === lastStep.name) {
    if (next.next === 'finish') return { status: 'cancelled' }
    throw new Error(`${row.name} cleans up after a cancelled run, so it must end in finish`)
  }
  return next.next === 'finish' ? { status: 'finished', result: next.result } : undefined
}

const goOn = async (parts: Parts, tx: Transaction, { run, row, flow }: Claim, next: Next | UntilChange) => {
  const seq = row.seq + 1
  if (flow.stepsKept) await removeStepsBefore(tx, { runId: run.id, before: seq - flow.stepsKept })
  if (next.next === 'park') return parkRun(parts, tx, run, { ...next, seq, name: next.step })
  if (next.next === 'change') {
    const again = { seq, name: row.name, payload: row.payload, details: next.details }
    return parkUntilChange(parts, tx, run, again)
  }
  if (next.next !== 'step') return
  await queueStep(parts, tx, run, { seq, name: next.name, payload: next.payload, delayMs: next.delayMs })
  if (stepOf(flow, next.name).sandbox === false) await releaseRunSlot(parts, tx, run)
}

const summary = (next: Next | UntilChange): object => {
  if (next.next === 'step') return { goTo: next.name }
  if (next.next === 'park') return { park: next.kind, labels: next.labels, goTo: next.step }
  if (next.next === 'change') return { untilChange: next.details }
  if (next.next === 'finish') return { finish: next.result }
  return { fail: next.failure }
}

/** The fate of a step after an error: another try later, the workflow's decision, or the engine's. */
export type Verdict = 'retry' | 'decide' | 'give-up'

/** What follows a failed attempt: another attempt, the decision of `failed`, or the end of the step. */
export const verdictOf = (row: Pick<store.StepRow, 'errors' | 'losses'>, retries: number): Verdict => {
  if (row.losses >= 2 * lossesMax || row.errors > retries + extraTries) return 'give-up'
  return row.losses > lossesMax || row.errors > retries ? 'decide' : 'retry'
}

/** Puts the step back in the queue after an error, with a delay that doubles up to a minute. */
export const retryLater = (parts: Parts, claim: Claim, error: StepError): Promise<void> =>
  parts.database.within(claim.run.workspaceId, (tx) =>
    releaseStep(tx, claim, {
      step: (at) => store.requeueStep(tx, at, error),
      job: () => postponeJob(tx, { id: claim.job.id, delayMs: doubledDelayMs(parts, claim.row.errors) }),
    }),
  )

const doubledDelayMs = ({ retryFirstMs }: Parts, doublings: number) =>
  Math.min(retryLongestMs, retryFirstMs * 2 ** doublings)

/** Queues a step until a missing resource is back, without counting an error; frees its sandbox for long outages. */
export const waitUntilBack = (parts: Parts, claim: Claim, what: Away, error: StepError): Promise<void> =>
  parts.database.within(claim.run.workspaceId, async (tx) => {
    const { job, row, run } = claim
    const stored = awayError(error, what)
    const delayMs = doubledDelayMs(parts, Math.min(row.attempt - 1, 10))
    await releaseStep(tx, claim, {
      step: (at) => store.requeueUncounted(tx, at, stored),
      job: () => (what === 'database' ? postponeJob(tx, { id: job.id, delayMs }) : putOff(parts, tx, job.id, stored)),
    })
    if (what !== 'database') await releaseRunSlot(parts, tx, run)
  })

/** Ends the step of a run that was cancelled in between; the cleanup follows. */
export const settleCancelled = (parts: Parts, { job, run }: Claim): Promise<void> =>
  parts.database.within(run.workspaceId, async (tx) => {
    const now = await store.lockRun(tx, { id: run.id })
    if (now?.status === run.status) return
    if (!(await renewLease(tx, job, parts.leaseMs))) return
    if (now) await cancelHeld(parts, tx, now, job)
    else await dropJob(tx, job)
  })

/** Lets another process take the job at once; the step counts no loss. */
export const handBack = (parts: Parts, job: LeasedJob, claim?: Claim): Promise<void> =>
  parts.database.within(job.workspaceId, async (tx) => {
    if (claim) await store.returnRunningStep(tx, attemptOf(claim))
    if (!(await handBackJob(tx, job))) throw new StepNotHeld('Another process took the step over')
  })
