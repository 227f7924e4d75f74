export { isPublicAddress } from './addresses.ts'
export { openFetcher, type Fetched, type Fetcher, type FetchSettings, type Read, type Sent } from './fetcher.ts'
export { FetchRefusal, type RefusalReason } from './refusal.ts'
