import type { Static } from '../../../platform/contract/index.ts'
import type { AiBatch, AiBatchItem } from './contract.ts'
import type { BatchView } from './store.ts'
import type { ItemRow } from './tables.ts'

const usd = (micros: number) => micros / 1_000_000

export const presentBatch = (row: BatchView): Static<typeof AiBatch> => ({
  id: row.id,
  projectId: row.projectId,
  endpoint: row.endpoint,
  kind: row.kind,
  model: row.model,
  calledModel: row.calledModel,
  route: row.route,
  status: row.status,
  policy: row.policy,
  items: { total: row.total, succeeded: row.succeeded, failed: row.failed, cancelled: row.cancelled },
  reservedUsd: usd(row.reservedMicros),
  costUsd: row.costMicros === null ? null : usd(row.costMicros),
  failure: row.failure,
  polledAt: row.polledAt,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
})

export const presentItem = (row: ItemRow, resultUrl: string | null): Static<typeof AiBatchItem> => ({
  customId: row.customId,
  status: row.status,
  resultUrl,
  failure: row.failure,
  inputTokens: row.inputTokens,
  outputTokens: row.outputTokens,
  costUsd: usd(row.costMicros),
})
