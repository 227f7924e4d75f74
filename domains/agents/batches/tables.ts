import { table, type RowOf } from '../../../platform/db/table.ts'
import type { BatchEndpoint } from '../../../execution/models/index.ts'
import type { BatchKind, BatchPolicy, BatchRoute, BatchStatus, ItemStatus } from './rules.ts'

export const aiBatch = table(
  'ai_batch',
  {
    id: 'uuid',
    projectId: 'uuid?',
    payloadHash: 'text',
    endpoint: 'text',
    kind: 'text',
    model: 'text',
    calledModel: 'text',
    endpointId: 'uuid?',
    pricePercent: 'int4',
    route: 'text',
    policy: 'jsonb',
    status: 'text',
    providerBatchId: 'text?',
    sentAt: 'timestamptz?',
    callId: 'uuid',
    polls: 'int4',
    failures: 'int4',
    strays: 'int4',
    reservedMicros: 'int8',
    costMicros: 'int8?',
    failure: 'text?',
    runId: 'uuid?',
    polledAt: 'timestamptz?',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', idempotencyKey: 'text', createdBy: 'uuid' },
)
export type BatchRow = RowOf<
  typeof aiBatch,
  { endpoint: BatchEndpoint; kind: BatchKind; route: BatchRoute; policy: BatchPolicy; status: BatchStatus }
>

export const aiBatchItem = table(
  'ai_batch_item',
  {
    seq: 'int4',
    customId: 'text',
    status: 'text',
    tries: 'int4',
    worstMicros: 'int8',
    costMicros: 'int8',
    inputTokens: 'int8?',
    outputTokens: 'int8?',
    isEstimate: 'bool',
    resultAssetId: 'uuid?',
    failure: 'text?',
  },
  { batchId: 'uuid', workspaceId: 'uuid', body: 'text?' },
)
export type ItemRow = RowOf<typeof aiBatchItem, { status: ItemStatus }>
