export type { StepLimits } from './attempt.ts'
export { type Budget, type CallIdentity, instanceScope, type Payer, type Scope, type ScopeKind } from './budget.ts'
export { ModelFailure } from './failure.ts'
export { openCall, type PaidCall } from './paid-call.ts'
export { toldCode } from './told-failure.ts'
export type { GatewayLog } from './call.ts'
export { openOffline } from './offline/provider.ts'
export { type Block, formatBlock, readBlocks, readIntakeBlocks, readTasks } from './offline/blocks.ts'
export { type Catalog, type ModelCatalog, openCatalog } from './catalog/catalog.ts'
export { configuredEndpoint, shapeAt, withCachePrices } from './configured.ts'
export { defaultTimeouts, type EndpointSettings, type EndpointTimeouts, openEndpoint } from './endpoint.ts'
export { costMicros, dollars, type Price, type Usage } from './price.ts'
export { type Probe, probeModel } from './probe.ts'
export type { ModelChoice, ModelProvider } from './provider.ts'
export type { ShapeName } from './shapes/index.ts'
export { defaultRetries, type RetryPolicy } from './retry.ts'
export {
  type GatewaySettings,
  gatewayBefore,
  gatewayWith,
  gatewayWithin,
  type ModelGateway,
  modelRoute,
  openGateway,
} from './route.ts'
export { type Cap, findBudget, setCap, setCaps } from './store-budget.ts'
export { callsPage, releaseReservations } from './store.ts'
export { type RefusedCall, refusedCalls } from './store-refused.ts'
export { type BudgetWarning, takeWarnings, warningsDueIn } from './store-warnings.ts'
export { type RunUsage, usageOfRuns } from './store-usage.ts'
export type { ModelCall } from './tables.ts'
