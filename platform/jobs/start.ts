import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../db/transaction.ts'
import { isBusy, isUnavailable } from '../db/unavailable.ts'
import { currentTrace } from '../telemetry/index.ts'
import { cancelRun } from './cancel.ts'
import { type Parts, workflowOf } from './parts.ts'
import { queueStep } from './runs.ts'
import type { ChildStart, Run } from './step.ts'
import * as store from './store.ts'

/** A run of a subject, such as a cycle's id. */
export interface StartRequest extends ChildStart {
  readonly workspaceId: string
}

/** See Engine.start. */
export const startRun = async (
  parts: Parts,
  tx: Transaction,
  request: StartRequest,
  parentId: string | null = null,
): Promise<Run> => {
  if (tx.workspace !== request.workspaceId) throw new Error('A run is started in a transaction of its workspace')
  await store.lockSubject(tx, { subjectId: request.subjectId })
  const newest = await store.newestRun(tx, request)
  const last = newest?.number ?? 0
  const number = request.number ?? last + 1
  if (number <= last) return startedBefore(tx, last, { ...request, number })
  if (newest?.status === 'active') await cancelRun(parts, tx, newest.id)
  const { workspaceId, kind, subjectId } = request
  const run: Run = { id: uuidv7(), workspaceId, kind, subjectId, number, createdAt: await tx.now(), parentId }
  const flow = workflowOf(parts, run)
  await store.insertRun(tx, run, currentTrace())
  const first = { seq: 1, name: request.first ?? flow.steps[0].name, payload: request.payload ?? {} }
  await queueStep(parts, tx, run, first).catch((error: unknown) => {
    if (!isRefusedByDatabase(error)) throw error
    parts.log.error({ err: error, kind, subjectId }, 'Could not queue a run')
    throw new NotQueued(`The run of ${subjectId} could not be queued`, { cause: error })
  })
  return run
}

/** The database refused the first step or its job. A rollback of the transaction leaves nothing of the run. */
class NotQueued extends Error {
  override readonly name = 'NotQueued'
}

/** For `catch` after a start: the result of `refuse` if the database refused the run; any other error is rethrown. */
export const ifNotQueued =
  <T>(refuse: () => T) =>
  (error: unknown): T => {
    if (error instanceof NotQueued) return refuse()
    throw error
  }

// Not its absence, which is 503 for any request, and not a statement or a value that is wrong, which is a bug.
const isRefusedByDatabase = (error: unknown) =>
  error instanceof pg.DatabaseError && !isUnavailable(error) && !isBusy(error) && !/^(22|42)/.test(error.code ?? '')

const startedBefore = async (tx: Transaction, last: number, request: StartRequest & { number: number }) => {
  const found = await store.findRunByNumber(tx, request)
  if (found?.number === last) return found
  throw new Error(`Run ${request.number} of ${request.subjectId} is behind run ${last}, which replaced it`)
}
