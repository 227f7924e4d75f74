import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isOpen, openStatuses, type BatchStatus } from './rules.ts'
import { aiBatch, type BatchRow } from './tables.ts'

type MovedBatch = Pick<BatchRow, 'id'>

const begin = statement<{ id: string; now: Date }, { sentAt: Date; isFirst: boolean }>(
  'ai-batch.begin-sending',
  `with old as (select id, sent_at from ai_batch where workspace_id = :workspace and id = :id for no key update)
   update ai_batch set sent_at = coalesce(old.sent_at, :now) from old
   where ai_batch.id = old.id and ai_batch.status = 'queued'
   returning coalesce(ai_batch.sent_at, :now) as "sentAt", old.sent_at is null as "isFirst"`,
)
/** Notes that a batch is, perhaps, handed over from now on; undefined if it is not waiting any more. */
export const beginSending = async (tx: Transaction, id: string, now: Date) => (await begin(tx, { id, now })).at(0)

const submitted = statement<{ id: string; providerBatchId: string }, MovedBatch>(
  'ai-batch.set-submitted',
  `update ai_batch set status = 'submitted', provider_batch_id = :providerBatchId, failures = 0
   where workspace_id = :workspace and id = :id and status = 'queued' returning id`,
)
export const setSubmitted = async (tx: Transaction, id: string, providerBatchId: string) =>
  (await submitted(tx, { id, providerBatchId })).length > 0

const working = statement<{ id: string }, MovedBatch>(
  'ai-batch.set-working',
  `update ai_batch set status = 'working' where workspace_id = :workspace and id = :id and status = 'queued' returning id`,
)
export const setWorking = (tx: Transaction, id: string) => working(tx, { id })

const polled = statement<{ id: string; hasFailed: boolean; now: Date }, { polls: number; failures: number }>(
  'ai-batch.set-polled',
  `update ai_batch set polls = polls + 1, polled_at = :now, failures = case when :hasFailed then failures + 1 else 0 end
   where workspace_id = :workspace and id = :id returning polls, failures`,
)
/** Counts a look at the provider; failures in a row. */
export const setPolled = async (tx: Transaction, id: string, hasFailed: boolean, now: Date) =>
  (await polled(tx, { id, hasFailed, now })).at(0)

const stray = statement<{ id: string; strays: number }>(
  'ai-batch.add-strays',
  'update ai_batch set strays = strays + :strays where workspace_id = :workspace and id = :id',
)
/** Counts lines of results that belong to no waiting item. */
export const addStrays = (tx: Transaction, id: string, strays: number) => stray(tx, { id, strays })

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
