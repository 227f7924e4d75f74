import { emptyHead } from './chain.ts'
import { openLedger as open } from './store.ts'
import type { Transaction } from '../db/transaction.ts'

export { chainHash, detailsHash, emptyHead } from './chain.ts'
export { hint, nextHint, openRelay } from './feed.ts'
export { record, type ActivityEvent, type AuditEntry } from './record.ts'

/** Opens a workspace's ledger, with an empty chain; a second call changes nothing. */
export const openLedger = (tx: Transaction, workspace: string) => open(tx, workspace, emptyHead)
