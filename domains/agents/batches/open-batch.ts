import { providerBatches, type ModelGateway, type ProviderBatches } from '../../../execution/models/index.ts'
import type { InTransaction } from '../../../platform/db/transaction.ts'
import { withChosen } from '../models/index.ts'
import { findBatchModel, type BatchWork } from './choose-model.ts'
import type { BatchRow } from './tables.ts'

/** Lends the gateway before the model of a batch under way; undefined if its model can be called no more. */
export const withBatch = async <T>(
  parts: BatchWork,
  read: InTransaction,
  batch: Pick<BatchRow, 'calledModel' | 'endpointId'>,
  work: (gateway: ModelGateway) => Promise<T>,
): Promise<T | undefined> => {
  const model = await read((tx) => findBatchModel(tx, parts, batch.calledModel))
  if (!model || (model.endpoint?.id ?? null) !== batch.endpointId) return undefined
  return withChosen(parts, read, model, work)
}

/** Opens the endpoint together with its batches. */
export const withBatches = <T>(
  parts: BatchWork,
  read: InTransaction,
  batch: Pick<BatchRow, 'calledModel' | 'endpointId' | 'endpoint'>,
  work: (batches: ProviderBatches, gateway: ModelGateway) => Promise<T>,
): Promise<T | undefined> =>
  withBatch(parts, read, batch, async (gateway) => {
    const batches = providerBatches(gateway.provider, batch.endpoint)
    return batches && work(batches, gateway)
  })
