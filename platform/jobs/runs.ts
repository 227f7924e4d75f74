import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../db/transaction.ts'
import { isBusy, isUnavailable } from '../db/unavailable.ts'
import { currentTrace } from '../telemetry/index.ts'
import { type Parts, workflowOf } from './parts.ts'
import { encodePayload } from './payload.ts'
import { freeRunSlot, leaveLine } from './slots.ts'
import type { Run, RunEnd } from './step.ts'
import * as store from './store.ts'
import { stepOf } from './workflow.ts'

export interface StartRequest {
  readonly workspaceId: string
  readonly kind: string
  /** What the run is of: a cycle's id. */
  readonly subjectId: string
  /** Starting the same number again gives the run that is there. Left out: one more than the newest. */
  readonly number?: number
  /** The step to begin with; the workflow's first unless it says otherwise. */
  readonly first?: string
  readonly payload?: object
}

/** See Engine.start. */
export const startRun = async (parts: Parts, tx: Transaction, request: StartRequest): Promise<Run> => {
  if (tx.workspace !== request.workspaceId) throw new Error('A run is started in a transaction of its workspace')
  await store.lockSubject(tx, request.subjectId)
  const newest = await store.newestRun(tx, request)
  const last = newest?.number ?? 0
  const number = request.number ?? last + 1
  if (number <= last) return startedBefore(tx, last, { ...request, number })
  if (newest?.status === 'active') await cancelRun(parts, tx, newest.id)
  const { workspaceId, kind, subjectId } = request
  const run: Run = { id: uuidv7(), workspaceId, kind, subjectId, number, createdAt: await tx.now() }
  const flow = workflowOf(parts, run)
  await store.insertRun(tx, run, currentTrace())
  const first = { seq: 1, name: request.first ?? flow.steps[0].name, payload: request.payload ?? {} }
  await queueStep(parts, tx, run, first).catch((error: unknown) => {
    if (!isRefusedByDatabase(error)) throw error
    parts.log.error({ err: error, kind, subjectId }, 'A run could not be queued')
    throw new NotQueued(`The run of ${subjectId} could not be queued`, { cause: error })
  })
  return run
}

/** The database refused the first step or its job. Nothing of the run is there once the transaction is rolled back. */
export class NotQueued extends Error {
  override readonly name = 'NotQueued'
}

// Not its absence, which is 503 for any request, and not a statement or a value that is wrong, which is a bug.
const isRefusedByDatabase = (error: unknown) =>
  error instanceof pg.DatabaseError && !isUnavailable(error) && !isBusy(error) && !/^(22|42)/.test(error.code ?? '')

const startedBefore = async (
  tx: Transaction,
  last: number,
  request: StartRequest & { number: number },
): Promise<Run> => {
  const found = await store.findRunByNumber(tx, request)
  if (found?.number === last) return found
  throw new Error(`Run ${request.number} of ${request.subjectId} is behind run ${last}, which replaced it`)
}

export interface NextStep {
  readonly seq: number
  readonly name: string
  readonly payload: object
  readonly availableAt?: Date
}

/** Writes a queued step and its job. */
export const queueStep = async (parts: Parts, tx: Transaction, run: Run, next: NextStep): Promise<void> => {
  const { version } = stepOf(workflowOf(parts, run), next.name)
  const payload = encodePayload(next.name, next.payload)
  const jobId = uuidv7()
  await Promise.all([
    store.insertStep(tx, run, { seq: next.seq, name: next.name, payloadVersion: version, payload, jobId }),
    sendJob(parts, tx, run, next.seq, jobId, next.availableAt),
  ])
}

export const sendJob = async (
  parts: Parts,
  tx: Transaction,
  run: Run,
  seq: number,
  jobId: string,
  availableAt?: Date,
) => {
  await parts.queue.send(tx, { id: jobId, workspaceId: run.workspaceId, runId: run.id, seq }, availableAt)
  tx.afterCommit(() => parts.hints.emit('work'))
}

/** Writes a step that waits for a resume, and what it waits for. */
export const parkRun = async (
  parts: Parts,
  tx: Transaction,
  run: Run,
  next: NextStep & { kind: 'person' | 'retry'; labels: readonly string[]; details: object },
): Promise<void> => {
  const { version } = stepOf(workflowOf(parts, run), next.name)
  const payload = encodePayload(next.name, next.payload)
  await Promise.all([
    store.insertStep(tx, run, { seq: next.seq, name: next.name, payloadVersion: version, payload, jobId: null }),
    store.insertParked(tx, run, next),
    giveSlotBack(parts, tx, run),
  ])
}

/** See Engine.resume. */
export const resumeRun = async (parts: Parts, tx: Transaction, runId: string, label: string, payload: object = {}) => {
  const run = await store.lockRun(tx, runId)
  if (run?.status !== 'active') return false
  const parked = await store.removeParked(tx, runId, label)
  if (!parked) return false
  const jobId = uuidv7()
  await Promise.all([
    store.queueParkedStep(tx, runId, parked.seq, jobId, encodePayload('a resume', payload)),
    sendJob(parts, tx, run, parked.seq, jobId),
    parked.kind === 'sandbox' ? leaveLine(tx, runId) : undefined,
  ])
  return true
}

/** See Engine.cancel. */
export const cancelRun = async (parts: Parts, tx: Transaction, runId: string): Promise<boolean> => {
  const run = await store.moveToCancelling(tx, runId)
  if (!run) return false
  const live = await store.lockLiveStep(tx, runId)
  if (live?.status === 'running') {
    await Promise.all([store.insertStepCancel(tx, live.jobId!), store.notifyCancel(tx)])
    tx.afterCommit(() => parts.hints.emit('cancel'))
    return true
  }
  if (live?.jobId) await parts.queue.remove(tx, live.jobId)
  if (live) await cancelLiveStep(tx, run, live.seq)
  await beginCleanup(parts, tx, run, (live?.seq ?? 0) + 1)
  return true
}

const cancelLiveStep = async (tx: Transaction, run: Run, seq: number) => {
  await store.removeParked(tx, run.id, null)
  await leaveLine(tx, run.id)
  await store.cancelStep(tx, run.id, seq)
}

/** The cleanup of a cancelled run as its last step, or its end at once where there is nothing to clean up. */
export const beginCleanup = async (parts: Parts, tx: Transaction, run: Run, seq: number): Promise<void> => {
  await giveSlotBack(parts, tx, run)
  const { cancelled } = workflowOf(parts, run)
  if (cancelled) return queueStep(parts, tx, run, { seq, name: cancelled.name, payload: {} })
  await announceEnd(parts, tx, run, { status: 'cancelled' })
  await endRun(parts, tx, run, { status: 'cancelled' })
}

/** Lets the workflow bring its own rows to the run's end, in the transaction that ends it. */
export const announceEnd = async (parts: Parts, tx: Transaction, run: Run, end: RunEnd): Promise<void> => {
  await workflowOf(parts, run).ended?.({ run, tx, now: await tx.now(), log: parts.log }, end)
}

export const endRun = async (parts: Parts, tx: Transaction, run: Run, end: RunEnd): Promise<void> => {
  await store.moveToEnd(tx, run.id, end)
  await giveSlotBack(parts, tx, run)
}

export const giveSlotBack = async (parts: Parts, tx: Transaction, run: Run): Promise<void> => {
  if (!parts.workflows.get(run.kind)?.usesSandboxes) return
  await freeRunSlot(tx, run.id)
  tx.afterCommit(() => parts.hints.emit('slots'))
}
