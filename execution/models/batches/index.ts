export { openBatchItem, type BatchEndpoint, type BatchItemCall, type ItemAnswer } from './items.ts'
export { providerBatches } from './provider-batches.ts'
export type { ProviderBatches, ProviderBatchState, ProviderResult, SentItem } from './types.ts'
