import type { JobKind } from '../provider-jobs/index.ts'
import { endBatch } from './end-batch.ts'
import { batchRun } from './graph.ts'
import { deadlineMs, isOpen, pollDelayMs } from './rules.ts'
import { readBatch, type BatchView } from './store.ts'
import { batchJobs } from './store-work.ts'

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
