export { openBroker } from './broker.ts'
export type { Broker, BrokerLimits, BrokerSpec, Refusal, ResolvedAddress, Route } from './egress.ts'
export { registryRoute } from './registry-route.ts'
