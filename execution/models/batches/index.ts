export { batchEndpoints, openBatchItem, type BatchEndpoint, type BatchItemCall, type ItemAnswer } from './items.ts'
export { providerBatches } from './provider-batches.ts'
export type { NewProviderBatch, ProviderBatches, ProviderBatchState, ProviderResult, SentItem } from './types.ts'
