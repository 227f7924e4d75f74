import { byServer, record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { settleCall } from '../spending/index.ts'
import { batchTokens, endRest } from './store-items.ts'
import { endBatchRow, batchJobs } from './store-work.ts'
import type { BatchRow } from './tables.ts'
import type { JobKind } from '../provider-jobs/index.ts'
import { batchRun } from './graph.ts'
import { deadlineMs, isOpen, pollDelayMs } from './rules.ts'
import { readBatch, type BatchView } from './store.ts'

/** Audit actions that the runs of batches write. */
export const batchJobActions = ['ai_batch.end'] as const

/** How a batch ends, and what becomes of the items that have not ended. */
export interface BatchEnd {
  readonly status: 'ended' | 'failed' | 'cancelled'
  /** Why the batch failed; null if it did not. */
  readonly failure: string | null
  /** The failure of the items without an end; null cancels them. */
  readonly restFailure: string | null
  /** Whether they may have been billed, so that they count at their highest possible cost. */
  readonly isRestBilled: boolean
}

/** Ends a batch once, and settles its reservation at the sum of its items. False if it has ended before. */
export const endBatch = async (
  tx: Transaction,
  batch: Pick<BatchRow, 'id' | 'callId' | 'projectId' | 'endpointId'>,
  { status, failure, restFailure, isRestBilled }: BatchEnd,
  now: Date,
): Promise<boolean> => {
  await endRest(tx, batch.id, { failure: restFailure, isBilled: isRestBilled })
  const ended = await endBatchRow(tx, { id: batch.id, status, failure, now })
  if (!ended) return false
  const { input, output, isEstimate } = await batchTokens(tx, { batchId: batch.id })
  const details = { status, costMicros: ended.costMicros, ...(failure !== null && { failure }) }
  record(
    tx,
    {
      action: batchJobActions[0],
      category: 'execute',
      outcome: status === 'failed' ? 'failure' : 'success',
      ...byServer,
      resource: ['ai_batch', batch.id],
      details,
    },
    { name: 'ai_batch.ended', entity: ['ai_batch', batch.id], payload: details },
  )
  await settleCall(tx, batch.callId, payerOf(tx.workspace!, batch), {
    status: 'finished',
    costMicros: ended.costMicros ?? 0,
    usage: { inputTokens: input, outputTokens: output, ...(isEstimate && { isEstimate }) },
    response: Buffer.alloc(0),
  })
  return true
}

/** The payer of a batch: its workspace, and its project if it has one. */
export const payerOf = (
  workspaceId: string,
  { projectId, endpointId }: Pick<BatchRow, 'projectId' | 'endpointId'>,
) => ({
  workspaceId,
  ...(projectId !== null && { projectId }),
  ...(endpointId !== null && { endpointId }),
  step: 'batch',
})

/** A batch as a job at its provider. */
export const batchJob: JobKind<'ai-batch', BatchView> = {
  name: 'batch',
  at: batchRun.at,
  statements: batchJobs,
  deadlineMs,
  pollDelayMs,
  find: readBatch,
  isOpen: ({ status }) => isOpen(status),
  providerId: ({ providerBatchId }) => providerBatchId,
  isPerhapsBilled: ({ route, sentAt }) => route === 'provider' && sentAt !== null,
  end: (tx, batch, { status, failure, isBilled }, now) =>
    endBatch(tx, batch, { status, failure, restFailure: failure, isRestBilled: isBilled }, now),
}
