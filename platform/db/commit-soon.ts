import { statement, type Nothing } from './statement.ts'
import type { Transaction } from './transaction.ts'

const soon = statement<Nothing, { off: string }>(
  'transaction.commit-soon',
  `select set_config('synchronous_commit', 'off', true) as off`,
)

/**
 * Lets the transaction commit without waiting for the disk. It outlives this process whatever happens to it; a crash of
 * the database within a second may forget it as a whole, and never behind another commit that is kept.
 */
export const commitSoon = (tx: Transaction): Promise<unknown> => soon(tx)
