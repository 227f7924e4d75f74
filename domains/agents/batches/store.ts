import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { json, type Json, matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isInShownProjects, seenBy, type ProjectFilter, type Viewer } from '../../code/projects/index.ts'
import type { BatchStatus } from './rules.ts'
import { aiBatch, aiBatchItem, type BatchRow, type ItemRow } from './tables.ts'

/** A batch with how many of its items are done. */
export interface BatchView extends BatchRow {
  readonly total: number
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
}

const select = `select ${aiBatch.columns}, items.* from ai_batch,
    lateral (select count(*)::int as total, count(*) filter (where item.status = 'succeeded')::int as succeeded,
      count(*) filter (where item.status = 'failed')::int as failed,
      count(*) filter (where item.status = 'cancelled')::int as cancelled
      from ai_batch_item item where item.batch_id = ai_batch.id) items`

// A batch of no project is the workspace's own, which every key of the agency reaches.
const isSeen = `(ai_batch.project_id is null or ${isInShownProjects('ai_batch.project_id')})`

const isListed = `ai_batch.workspace_id = :workspace and (ai_batch.created_at, ai_batch.id) < (:at, :id) and ${isSeen}`
const page = statement<Cursor & ProjectFilter & { rows: number }, BatchView>(
  'ai-batch.page',
  `${select} where ${isListed} order by ai_batch.created_at desc, ai_batch.id desc limit :rows`,
)
const count = statement<Cursor & ProjectFilter & { rows: number }, RowCount>(
  'ai-batch.count',
  countOf(`ai_batch where ${isListed}`),
)
/** Batches before a row, newest first. */
export const batchPage = (tx: Transaction, viewer: Viewer, before: Cursor, limit: number) =>
  countedPage(tx, { page, count }, { ...before, ...seenBy(viewer) }, limit)

const find = rowStatement<ProjectFilter & { id: string }, BatchView>(
  'ai-batch.find',
  `${select} where ai_batch.workspace_id = :workspace and ai_batch.id = :id and ${isSeen}`,
)
export const findBatch = (tx: Transaction, viewer: Viewer, id: string) => find(tx, { id, ...seenBy(viewer) })

const read = rowStatement<{ id: string }, BatchView>(
  'ai-batch.read',
  `${select} where ai_batch.workspace_id = :workspace and ai_batch.id = :id`,
)
/** A batch, for its own run. */
export const readBatch = (tx: Transaction, id: string) => read(tx, { id })

export const batchByKey = rowStatement<{ key: string }, BatchView>(
  'ai-batch.by-key',
  `${select} where ai_batch.workspace_id = :workspace and ai_batch.idempotency_key = :key`,
)

export const lockBatch = rowStatement<{ id: string }, { status: BatchStatus }>(
  'ai-batch.lock',
  'select status from ai_batch where workspace_id = :workspace and id = :id for no key update',
)

const newBatchFields = [
  'id',
  'projectId',
  'payloadHash',
  'endpoint',
  'kind',
  'model',
  'calledModel',
  'endpointId',
  'pricePercent',
  'route',
  'policy',
  'callId',
  'reservedMicros',
] as const
interface NewBatch extends Pick<BatchRow, (typeof newBatchFields)[number]> {
  readonly idempotencyKey: string
  readonly userId: string
  readonly now: Date
}
const insert = matchStatement<Omit<NewBatch, 'policy'> & { policy: Json }, { id: string }>(
  'ai-batch.insert',
  insertInto(
    aiBatch,
    [...newBatchFields, 'idempotencyKey'],
    { workspaceId: ':workspace', status: "'queued'", createdBy: ':userId', createdAt: ':now' },
    'on conflict (workspace_id, idempotency_key) do nothing returning id',
  ),
)
/** Adds a batch; false if the workspace has one with its key. */
export const insertBatch = (tx: Transaction, batch: NewBatch) => insert(tx, { ...batch, policy: json(batch.policy) })

export interface NewItem {
  readonly customId: string
  readonly body: string
  readonly worstMicros: number
}
const insertAll = statement<{
  batchId: string
  customIds: readonly string[]
  bodies: readonly string[]
  worst: number[]
}>(
  'ai-batch.insert-items',
  `insert into ai_batch_item (batch_id, workspace_id, seq, custom_id, body, status, worst_micros)
   select :batchId, :workspace, (place - 1)::int, custom_id, body, 'waiting', worst
   from unnest(:customIds::text[], :bodies::text[], :worst::bigint[]) with ordinality as item (custom_id, body, worst, place)`,
)
export const insertItems = (tx: Transaction, batchId: string, items: readonly NewItem[]) =>
  insertAll(tx, {
    batchId,
    customIds: items.map(({ customId }) => customId),
    bodies: items.map(({ body }) => body),
    worst: items.map(({ worstMicros }) => worstMicros),
  })

export const setBatchRun = statement<{ id: string; runId: string }>(
  'ai-batch.set-run',
  'update ai_batch set run_id = :runId where workspace_id = :workspace and id = :id',
)

const itemsAfter = statement<{ batchId: string; after: string; rows: number }, ItemRow>(
  'ai-batch.items-after',
  `select ${aiBatchItem.columns} from ai_batch_item
   where workspace_id = :workspace and batch_id = :batchId and custom_id > :after collate "C"
   order by custom_id limit :rows`,
)
/** Items behind a customId, in the order of their bytes; one more than `limit` if there are more. */
export const batchItems = (tx: Transaction, batchId: string, after: string, limit: number) =>
  itemsAfter(tx, { batchId, after, rows: limit + 1 })

export const batchesOfPerson = statement<{ userId: string }, BatchRow>(
  'ai-batch.of-person',
  `select ${aiBatch.columns} from ai_batch where workspace_id = :workspace and created_by = :userId order by id limit 10000`,
)

/** A key is the person's own text; the request itself belongs to the work of the workspace. */
export const clearBatchKeys = statement<{ userId: string }>(
  'ai-batch.forget-keys',
  `update ai_batch set idempotency_key = id::text where workspace_id = :workspace and created_by = :userId`,
)
