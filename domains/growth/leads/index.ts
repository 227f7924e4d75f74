export { waitingLeads } from './joins.ts'
export { addressVerdicts, type AddressVerdict, type Evidence, isSendable, type LeadField } from './rules.ts'
export {
  addressesAt,
  leadsOfPass,
  leaveOut,
  type LookedUpLead,
  markLeads,
  markNewLeads,
  namedLeads,
  saveLookedUp,
  unmarkLeads,
} from './store-lookups.ts'
export type { LeadRow } from './tables.ts'
