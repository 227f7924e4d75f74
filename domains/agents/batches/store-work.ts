import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { jobStatements } from '../provider-jobs/index.ts'
import { isOpen, openStatuses, type BatchStatus } from './rules.ts'
import { aiBatch, type BatchRow } from './tables.ts'

type MovedBatch = Pick<BatchRow, 'id'>

export const batchJobs = jobStatements('batch', {
  table: aiBatch.name,
  providerId: 'provider_batch_id',
  submitted: 'submitted',
  open: openStatuses,
  days: retention.aiBatches.days,
})

export const setWorking = statement<{ id: string }, MovedBatch>(
  'ai-batch.set-working',
  `update ai_batch set status = 'working' where workspace_id = :workspace and id = :id and status = 'queued' returning id`,
)

/** Counts lines of results that belong to no waiting item. */
export const addStrays = statement<{ id: string; strays: number }>(
  'ai-batch.add-strays',
  'update ai_batch set strays = strays + :strays where workspace_id = :workspace and id = :id',
)

const end = statement<
  { id: string; status: BatchStatus; failure: string | null; open: readonly BatchStatus[]; now: Date },
  BatchRow
>(
  'ai-batch.end',
  `update ai_batch set status = :status, failure = :failure, ended_at = :now,
     cost_micros = (select coalesce(sum(item.cost_micros), 0) from ai_batch_item item where item.batch_id = ai_batch.id)
   where workspace_id = :workspace and id = :id and status = any(:open) returning ${aiBatch.columns}`,
)
/** Ends a batch at the sum of its items; undefined if it has ended before. */
export const endBatchRow = async (
  tx: Transaction,
  { id, status, failure, now }: { id: string; status: BatchStatus; failure: string | null; now: Date },
) => {
  if (isOpen(status)) throw new Error('A batch ends in a final state')
  return (await end(tx, { id, status, failure, open: openStatuses, now })).at(0)
}
