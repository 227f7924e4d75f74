export { joinLead, leadPerson, leadsInPlay, waitingLeads } from './joins.ts'
export {
  addressVerdicts,
  type AddressVerdict,
  type Evidence,
  isSendable,
  type LeadField,
  type LeadRefusal,
  isMailProvider,
  isOfCompany,
} from './rules.ts'
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
export { hasSendableAddress, judgeLeads, leadCountry, suppressedLeads, recipientOf } from './recipient.ts'
export { countryCode } from './rules/countries.ts'
export { presentLead } from './handlers.ts'
export {
  eraseLeads,
  findLead,
  leadsById,
  leadsOfMailbox,
  leadsOfPerson,
  lockLead,
  moveLead,
  waitForLookup,
  confirmDespiteRefusal,
  saveRefusal,
} from './store.ts'
export { listsOfLeads } from './store-lists.ts'
export {
  chooseLeads,
  countOptOuts,
  countLeadsOfPlay,
  clearOptOut,
  leadIdsToLookUp,
  isOptedOutBeside,
  leadsOfPlay,
  markContacted,
  optOutLead,
  queueLeads,
  restartLead,
  stopLead,
  leadWrittenTo,
  leadThreads,
  type LeadThread,
  markReplied,
  saveReplyIntent,
} from './store-outreach.ts'
export type { LeadRow } from './tables.ts'
