export { joinLead, leadPerson, leadsInPlay, waitingLeads } from './joins.ts'
export { addressVerdicts, type AddressVerdict, type Evidence, isSendable, type LeadField } from './rules.ts'
export {
  addressesAt,
  leadsOfPass,
  leaveOut,
  markLeads,
  markNewLeads,
  namedLeads,
  saveLookedUp,
  unmarkLeads,
} from './store-lookups.ts'
export { hasSendableAddress, judgeLeads, leadCountry } from './judge-leads.ts'
export type { LeadRefusal } from './rules.ts'
export { isMailProvider, isOfCompany } from './rules/networks.ts'
export { countryCode } from './rules/countries.ts'
export { presentLead } from './handlers.ts'
export { suppressedLeads, recipientOf } from './recipient.ts'
export {
  eraseLeads,
  findLead,
  leadsById,
  leadsOfMailbox,
  leadsOfPerson,
  lockLead,
  moveLead,
  waitForLookup,
} from './store.ts'
export { listsOfLeads } from './store-lists.ts'
export {
  chooseLeads,
  countOptOuts,
  countLeadsOfPlay,
  forgetOptOut,
  leadIdsToLookUp,
  isOptedOutBeside,
  leadsOfPlay,
  markContacted,
  optOutLead,
  queueLeads,
  restartLead,
  stopLead,
} from './store-outreach.ts'
export { confirmDespiteRefusal, saveRefusal } from './store-refusals.ts'
export { leadWrittenTo, leadThreads, type LeadThread, markReplied, saveReplyIntent } from './store-threads.ts'
export type { LeadRow } from './tables.ts'
