export {
  type Capability,
  capabilities,
  isAskable,
  type LookupAnswer,
  type LookupInput,
  type LookupResult,
  type Verdict,
  verdicts,
  LookupRefusal,
  type LookupRefusalReason,
} from './lookup.ts'
export { type MailDnsCheck, openMailDns } from './mail-dns.ts'
export {
  dataProviderFacts,
  dataProviderIds,
  type DataProviders,
  lookupMostMs,
  openDataProviders,
  pricedOn,
} from './open-data-providers.ts'
export type { LookupPrice } from './provider-api.ts'
