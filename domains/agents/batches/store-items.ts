import { matchStatement, oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ItemStatus } from './rules.ts'

/** An item that is to be sent, or that a result came for. */
export interface OpenItem {
  readonly seq: number
  readonly body: string
  readonly tries: number
  readonly worstMicros: number
}

// Open items have their body: it is removed when the item ends.
const columns = `seq, coalesce(body, '') as body, tries, worst_micros::float8 as "worstMicros"`

/** Items that have not ended, behind a place. */
export const openItems = statement<{ batchId: string; after: number; rows: number }, OpenItem>(
  'ai-batch.open-items',
  `select ${columns} from ai_batch_item where workspace_id = :workspace and batch_id = :batchId and seq > :after
     and status in ('waiting', 'running') order by seq limit :rows`,
)

export const openItem = rowStatement<{ batchId: string; seq: number }, OpenItem>(
  'ai-batch.open-item',
  `select ${columns} from ai_batch_item where workspace_id = :workspace and batch_id = :batchId and seq = :seq
     and status in ('waiting', 'running')`,
)

/** Claims waiting items to be sent now: only the claiming caller sends them. */
export const claimItems = statement<{ batchId: string; rows: number }, OpenItem>(
  'ai-batch.claim-items',
  `update ai_batch_item set status = 'running', tries = tries + 1
   where batch_id = :batchId and workspace_id = :workspace and status = 'waiting' and seq = any(array(
     select seq from ai_batch_item where workspace_id = :workspace and batch_id = :batchId and status = 'waiting'
     order by tries, seq limit :rows))
   returning ${columns}`,
)

/** Releases an item that its endpoint had no time for, so that it waits again. */
export const returnItem = statement<{ batchId: string; seq: number }>(
  'ai-batch.give-item-back',
  `update ai_batch_item set status = 'waiting' where workspace_id = :workspace and batch_id = :batchId and seq = :seq
     and status = 'running'`,
)

interface ItemEnd {
  readonly batchId: string
  readonly seq: number
  readonly costMicros: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly isEstimate?: boolean
  readonly resultAssetId: string | null
  readonly failure: string | null
}
const endOne = matchStatement<ItemEnd & { status: ItemStatus; isEstimate: boolean }, { seq: number }>(
  'ai-batch.end-item',
  `update ai_batch_item set status = :status, cost_micros = least(:costMicros, worst_micros), input_tokens = :inputTokens,
     output_tokens = :outputTokens, is_estimate = :isEstimate, result_asset_id = :resultAssetId, failure = :failure, body = null
   where workspace_id = :workspace and batch_id = :batchId and seq = :seq and status in ('waiting', 'running') returning seq`,
)
/** Ends an item once; false if it has ended before, such as by the same result. */
export const endItem = (tx: Transaction, item: ItemEnd) =>
  endOne(tx, { isEstimate: false, ...item, status: item.failure === null ? 'succeeded' : 'failed' })

/** Ends items that a process was sending when it died: they may have been billed, and are not sent again. */
export const endInterrupted = statement<{ batchId: string }>(
  'ai-batch.end-interrupted',
  `update ai_batch_item set status = 'failed', failure = 'interrupted', cost_micros = worst_micros, body = null
   where workspace_id = :workspace and batch_id = :batchId and status = 'running'`,
)

const rest = statement<{ batchId: string; status: ItemStatus; failure: string | null; isBilled: boolean }>(
  'ai-batch.end-rest',
  `update ai_batch_item set status = :status, failure = :failure, body = null,
     cost_micros = case when :isBilled or status = 'running' then worst_micros else 0 end
   where workspace_id = :workspace and batch_id = :batchId and status in ('waiting', 'running')`,
)
/** Ends all unfinished items; items that may have been billed get their highest possible cost. */
export const endRest = (
  tx: Transaction,
  batchId: string,
  { failure, isBilled }: { failure: string | null; isBilled: boolean },
) => rest(tx, { batchId, status: failure === null ? 'cancelled' : 'failed', failure, isBilled })

/** Tokens of all items together. */
export const batchTokens = oneRowStatement<{ batchId: string }, { input: number; output: number; isEstimate: boolean }>(
  'ai-batch.tokens',
  `select coalesce(sum(input_tokens), 0)::float8 as input, coalesce(sum(output_tokens), 0)::float8 as output,
     coalesce(bool_or(is_estimate), false) as "isEstimate"
   from ai_batch_item where workspace_id = :workspace and batch_id = :batchId`,
)
