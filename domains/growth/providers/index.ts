export { lookUpLeads } from './look-up-leads.ts'
export { cachedOfPerson, eraseCached, type PersonAnswer } from './store-cache.ts'
export { callsOfLeads, hasRoom, type PlaySpend, spendByPlay } from './store-calls.ts'
