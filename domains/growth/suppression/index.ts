export { normalAddress, normalDomain } from './entry.ts'
export {
  eraseMailbox,
  entryHash,
  findEntryHash,
  hashOfAddress,
  suppressAddress,
  suppressDomain,
  suppressHash,
  entriesForbidding,
  type Recipient,
  suppressedAmong,
} from './suppress-address.ts'
export { presentSuppression } from './handlers.ts'
export { domainOf, forbiddingDomains, isOfMailbox, mailboxFilter, type MailboxFilter } from './rules.ts'
export { shareLockSuppressions, lockSuppressions, releaseAddress } from './store.ts'
export type { SuppressionRow } from './tables.ts'
