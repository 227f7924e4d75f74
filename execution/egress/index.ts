export { openBroker } from './broker.ts'
export type { Broker, BrokerLimits, BrokerSpec, Refusal, ResolvedAddress, Route } from './egress.ts'
