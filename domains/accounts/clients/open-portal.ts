import type { Transaction } from '../../../platform/db/transaction.ts'
import { publishedIdentity, type PublishedIdentity } from '../brand/index.ts'

/** The agency's identity while its portal is open; undefined before it is published, and while it is closed. */
export const openPortal = async (tx: Transaction): Promise<PublishedIdentity | undefined> => {
  const identity = await publishedIdentity(tx)
  return identity?.portalEnabled ? identity : undefined
}
