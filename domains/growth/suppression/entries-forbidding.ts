import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findEntryHash } from './hash-key.ts'
import { suppressionsFor } from './store.ts'
import { entriesFor, type Recipient } from './suppressed-among.ts'
import type { SuppressionRow } from './tables.ts'

/** The entries of the do-not-contact list that forbid mail to a recipient. Throws VaultUnavailable. */
export const entriesForbidding = async (
  tx: Transaction,
  vault: Vault,
  recipient: Recipient,
): Promise<readonly SuppressionRow[]> => {
  const hash = await findEntryHash(tx, vault)
  if (!hash) return []
  return suppressionsFor(
    tx,
    entriesFor(recipient).map((value) => ({ value, hash: hash(value) })),
  )
}
