export { isPublicAddress } from './addresses.ts'
export { dnsRecords } from './dns-records.ts'
export {
  openFetcher,
  type FetchedHead,
  type Fetcher,
  type FetchSettings,
  type ReadAnswer,
  type SentAnswer,
} from './fetcher.ts'
export { baseAddressOf, publicAddressOf } from './public-address.ts'
export { FetchRefusal, type RefusalReason } from './refusal.ts'
