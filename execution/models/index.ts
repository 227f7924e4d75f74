export { codeOf, databaseUnavailable, type FailureCode, ModelFailure, codeForCaller } from './failure.ts'
export type { CallEnd, Ledger, NewCall, StepLedger } from './ledger.ts'
export { openCall, type PaidCall } from './paid-call.ts'
export { openEmbeddings, openTokenCount } from './aside.ts'
export type { GatewayLog } from './call.ts'
export { openOffline } from './offline/provider.ts'
export { type Block, formatBlock, readBlocks, readBlocksNamed, readExamination, readTasks } from './offline/blocks.ts'
export {
  type Catalog,
  type CatalogRecord,
  type CatalogStore,
  type ModelCatalog,
  openCatalog,
} from './catalog/catalog.ts'
export type { ListedModel, ModelList } from './catalog/read-list.ts'
export { isLocalHost, modelHostsFile, modelHostsIn, readModelHosts } from './local-servers.ts'
export { publicEndpoints } from './public-endpoints.ts'
export { openFoundModels, type FoundModels } from './found/found-models.ts'
export { boundsOf, type FoundSource } from './found/source.ts'
export { configuredEndpoint, shapeAt, withCachePrices } from './configured.ts'
export { defaultTimeouts, type EndpointSettings, openEndpoint } from './endpoint.ts'
export { costMicros, dollars, type Price, type Usage } from './price.ts'
export { type Probe, probeModel } from './probe.ts'
export type { EndpointDoor, EndpointRequest, ModelChoice, ModelProvider } from './provider.ts'
export type { ShapeName } from './shapes/index.ts'
export { defaultRetries, type RetryPolicy } from './retry.ts'
export {
  gatewayBefore,
  gatewayWith,
  gatewayWithin,
  type ModelGateway,
  gatewayWithPictures,
  modelRoute,
  openGateway,
} from './route.ts'
export { openBatchItem, type BatchEndpoint, type BatchItemCall, type ItemAnswer } from './batches/items.ts'
export { providerBatches } from './batches/provider-batches.ts'
export type { ProviderBatches, ProviderBatchState, ProviderResult, SentItem } from './batches/types.ts'
export { completionText } from './translation/chat-answers.ts'
export { countedTokens } from './shapes/counted-tokens.ts'
export { malformedAnswer, readAnswer } from './shapes/answer.ts'
export { multipart } from './multipart.ts'
