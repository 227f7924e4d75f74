export { isPublicAddress, dnsRecords } from './addresses.ts'
export {
  openFetcher,
  type Fetcher,
  type FetchSettings,
  type ReadAnswer,
  type SentAnswer,
  baseAddressOf,
  publicAddressOf,
} from './fetcher.ts'
export { FetchRefusal, type RefusalReason } from './refusal.ts'
