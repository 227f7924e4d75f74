import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../db/transaction.ts'
import { type Parts, workflowOf } from './parts.ts'
import { encodePayload } from './payload.ts'
import { addJob } from './queue.ts'
import { freeRunSlot, leaveSlotQueue } from './slots.ts'
import type { Run, RunEnd } from './step.ts'
import { hasLivingChild, removeChangeParked } from './store-children.ts'
import * as store from './store.ts'
import { stepOf } from './workflow.ts'

interface NextStep {
  readonly seq: number
  readonly name: string
  readonly payload: object
  readonly delayMs?: number
}

/** Writes a queued step and its job. */
export const queueStep = async (parts: Parts, tx: Transaction, run: Run, next: NextStep): Promise<void> => {
  const { version } = stepOf(workflowOf(parts, run), next.name)
  const payload = encodePayload(next.name, next.payload)
  const jobId = uuidv7()
  await Promise.all([
    store.insertStep(tx, run, { seq: next.seq, name: next.name, payloadVersion: version, payload, jobId }),
    sendJob(parts, tx, run, next.seq, jobId, next.delayMs),
  ])
}

const sendJob = async (parts: Parts, tx: Transaction, run: Run, seq: number, jobId: string, delayMs = 0) => {
  await addJob(tx, { id: jobId, workspaceId: run.workspaceId, runId: run.id, seq, delayMs })
  tx.afterCommit(() => parts.hints.emit('work'))
}

/** Writes a step that waits for a resume, and the labels that it waits for. */
export const parkRun = async (
  parts: Parts,
  tx: Transaction,
  run: Run,
  next: NextStep & { kind: 'person' | 'retry' | 'change'; labels: readonly string[]; details: object },
): Promise<void> => {
  const { version } = stepOf(workflowOf(parts, run), next.name)
  const payload = encodePayload(next.name, next.payload)
  await Promise.all([
    store.insertStep(tx, run, { seq: next.seq, name: next.name, payloadVersion: version, payload, jobId: null }),
    store.insertParked(tx, run, next),
    releaseRunSlot(parts, tx, run),
  ])
}

/** See Engine.resume. */
export const resumeRun = async (parts: Parts, tx: Transaction, runId: string, label: string, payload: object = {}) => {
  const run = await store.lockRun(tx, { id: runId })
  if (run?.status !== 'active') return false
  const parked = await store.removeParked(tx, { runId, label })
  if (!parked) return false
  await Promise.all([
    queueParked(parts, tx, run, parked.seq, payload),
    parked.kind === 'sandbox' ? leaveSlotQueue(tx, { runId }) : undefined,
  ])
  return true
}

/** Queues a parked step, with `payload` added to its own. */
const queueParked = async (parts: Parts, tx: Transaction, run: Run, seq: number, payload: object) => {
  const jobId = uuidv7()
  await Promise.all([
    store.queueParkedStep(tx, { runId: run.id, seq, jobId, payload: encodePayload('a resume', payload) }),
    sendJob(parts, tx, run, seq, jobId),
  ])
}

/** See Engine.wake. */
export const wakeRun = async (parts: Parts, tx: Transaction, runId: string): Promise<boolean> => {
  const run = await store.lockRun(tx, { id: runId })
  if (run?.status !== 'active') return false
  await queueChanged(parts, tx, run)
  return true
}

/** Queues a step that waits for a change; a run that waits for something else, or works, is not changed. */
const queueChanged = async (parts: Parts, tx: Transaction, run: Run) => {
  const parked = await removeChangeParked(tx, { runId: run.id })
  if (parked) await queueParked(parts, tx, run, parked.seq, {})
}

/** Writes a step that runs again once a child has ended or a wake reports that rows have changed. */
export const parkUntilChange = (parts: Parts, tx: Transaction, run: Run, next: NextStep & { details: object }) =>
  parkRun(parts, tx, run, { ...next, kind: 'change', labels: ['change'] })

/** Writes the last step of an ending run, which comes once its last child has ended. */
export const queueLastStep = async (parts: Parts, tx: Transaction, run: Run, next: NextStep): Promise<void> => {
  if (!(await hasLivingChild(tx, { parentId: run.id }))) return queueStep(parts, tx, run, next)
  await parkUntilChange(parts, tx, run, { ...next, details: { waitsFor: 'children' } })
}

/** Lets the parent continue, which the caller has locked before the child. */
export const continueParent = async (parts: Parts, tx: Transaction, parent: store.RunRow): Promise<void> => {
  if (parent.status === 'cancelling' && (await hasLivingChild(tx, { parentId: parent.id }))) return
  await queueChanged(parts, tx, parent)
}

/** Lets the workflow bring its own rows to the run's end, in the transaction that ends it. */
export const announceEnd = async (parts: Parts, tx: Transaction, run: Run, end: RunEnd): Promise<void> => {
  const wake = (runId: string) => wakeRun(parts, tx, runId)
  await workflowOf(parts, run).ended?.({ run, tx, now: await tx.now(), log: parts.log, wake }, end)
}

/** Ends a run in its last state, and frees its slot. */
export const endRun = async (parts: Parts, tx: Transaction, run: Run, end: RunEnd): Promise<void> => {
  await store.moveToEnd(tx, run.id, end)
  await releaseRunSlot(parts, tx, run)
}

export const releaseRunSlot = async (parts: Parts, tx: Transaction, run: Run): Promise<void> => {
  if (!parts.workflows.get(run.kind)?.usesSandboxes) return
  await freeRunSlot(tx, { runId: run.id })
  tx.afterCommit(() => parts.hints.emit('slots'))
}
