import { Readable } from 'node:stream'
import { openBatchItem, type ItemAnswer, type ModelGateway } from '../../../execution/models/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { recordAsset, storeAsset } from '../assets/index.ts'
import type { BatchWork } from './choose-model.ts'
import { itemCost } from './rules.ts'
import { endItem, type OpenItem } from './store-items.ts'
import type { BatchRow } from './tables.ts'

type ItemContext = Pick<EffectContext, 'run' | 'write' | 'read' | 'signal'>

/** An item as its endpoint is asked. */
export const callOfItem = (gateway: ModelGateway, { endpoint }: Pick<BatchRow, 'endpoint'>, { body }: OpenItem) =>
  openBatchItem(gateway, endpoint, { ...(JSON.parse(body) as object), model: gateway.provider.model })

/** Stores the answer to an item as a file, and ends the item; false if it has ended before. */
export const keepResult = async (
  parts: BatchWork,
  { run, write, signal }: ItemContext,
  batch: Pick<BatchRow, 'id' | 'route' | 'pricePercent'>,
  { seq, worstMicros }: OpenItem,
  { text, usage, costMicros }: ItemAnswer,
): Promise<boolean> => {
  const facts = { mediaType: 'application/json', origin: 'batch', createdBy: null } as const
  const content = Readable.from([Buffer.from(text)], { objectMode: false })
  // Without a report of its use, an item counts at its highest possible cost.
  const percent = usage ? batch.pricePercent : 100
  return storeAsset(parts, run.workspaceId, content, { signal }, (stored) =>
    write(async (tx) => {
      const asset = await recordAsset(tx, stored, facts, await tx.now())
      return endItem(tx, {
        batchId: batch.id,
        seq,
        costMicros: itemCost(costMicros, { worstMicros, percent }),
        inputTokens: usage?.inputTokens ?? null,
        outputTokens: usage?.outputTokens ?? null,
        isEstimate: usage?.isEstimate ?? false,
        resultAssetId: asset.id,
        failure: null,
      })
    }),
  )
}

/** Ends an item that failed, at its possible cost. */
export const keepFailure = (
  { write }: Pick<ItemContext, 'write'>,
  batchId: string,
  { seq, worstMicros }: OpenItem,
  { code, isBilled }: { readonly code: string; readonly isBilled: boolean },
): Promise<boolean> =>
  write((tx) =>
    endItem(tx, {
      batchId,
      seq,
      costMicros: isBilled ? worstMicros : 0,
      inputTokens: null,
      outputTokens: null,
      resultAssetId: null,
      failure: code,
    }),
  )
