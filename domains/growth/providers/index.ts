export { lookUpLeads, type LookupRequest } from './look-up-leads.ts'
export { type PlaySpend, spendByPlay } from './store-calls.ts'
