import { emptyHead } from './chain.ts'
import { openLedger as open } from './store.ts'
import type { Transaction } from '../db/transaction.ts'

export { openAuditKeys, type AuditKeys } from './audit-keys.ts'
export { chainHash, detailsHash, emptyHead } from './chain.ts'
export { openCheckpoints, type Checkpoints } from './checkpoints.ts'
export { originOf } from './origins.ts'
export { eraseDetails } from './erase.ts'
export { actorIdsOf, founderOf, type DetailRow } from './store-erase.ts'
export { chainLine, exportHead } from './export.ts'
export { hint, openRelay } from './feed.ts'
export { sharedReadsOf, type SharedReads } from './shared-reads.ts'
export { readChain, type Read } from './read-chain.ts'
export { record } from './record.ts'
export type { ActivityEvent, AuditEntry } from './row.ts'
export { openRepeats, settleRepeats, settleRepeatsOf, type Repeats } from './repeats.ts'
export { readChainState, checkpointsBefore, type CheckpointRow } from './store.ts'
export { grownChains, repeatsDueIn } from './store-due.ts'
export type { Break } from './diagnose.ts'
export { verifyChain, type ChainItem, type Verdict } from './verify.ts'

/** Opens a workspace's ledger, with an empty chain; a second call changes nothing and gives false. */
export const openLedger = (tx: Transaction, workspace: string) => open(tx, workspace, emptyHead)
