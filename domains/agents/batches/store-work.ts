import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { jobStatements } from '../provider-jobs/index.ts'
import { openStatuses, type BatchStatus } from './rules.ts'
import { aiBatch, type BatchRow } from './tables.ts'

export const batchJobs = jobStatements('batch', {
  table: aiBatch.name,
  providerId: 'provider_batch_id',
  submitted: 'submitted',
  open: openStatuses,
  retention: 'aiBatches',
})

export const setWorking = statement<{ id: string }>(
  'ai-batch.set-working',
  `update ai_batch set status = 'working' where workspace_id = :workspace and id = :id and status = 'queued'`,
)

/** Counts lines of results that belong to no waiting item. */
export const addStrays = statement<{ id: string; strays: number }>(
  'ai-batch.add-strays',
  'update ai_batch set strays = strays + :strays where workspace_id = :workspace and id = :id',
)

interface EndedBatch {
  readonly id: string
  readonly status: Exclude<BatchStatus, (typeof openStatuses)[number]>
  readonly failure: string | null
  readonly now: Date
}
const end = rowStatement<EndedBatch & { open: readonly BatchStatus[] }, BatchRow>(
  'ai-batch.end',
  `update ai_batch set status = :status, failure = :failure, ended_at = :now,
     cost_micros = (select coalesce(sum(item.cost_micros), 0) from ai_batch_item item where item.batch_id = ai_batch.id)
   where workspace_id = :workspace and id = :id and status = any(:open) returning ${aiBatch.columns}`,
)
/** Ends a batch at the sum of its items; undefined if it has ended before. */
export const endBatchRow = (tx: Transaction, batch: EndedBatch) => end(tx, { ...batch, open: openStatuses })
