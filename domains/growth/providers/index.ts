export { lookUpLeads, type LookupRequest } from './look-up-leads.ts'
export { hasRoom, type PlaySpend, spendByPlay } from './store-calls.ts'
