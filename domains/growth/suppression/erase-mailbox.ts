import { v7 as uuidv7 } from 'uuid'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { normalAddress } from './entry.ts'
import { entryHash } from './hash-key.ts'
import { mailboxOf } from './rules.ts'
import { insertErased, lockSuppressions } from './store.ts'
import { eraseEntries, suppressionsOfPerson } from './store-person.ts'

/**
 * Erases a mailbox, in normal form, and keeps its hash on the do-not-contact list: it is written to no more, and no
 * list brings it back. Throws VaultUnavailable.
 */
export const eraseMailbox = async (tx: Transaction, vault: Vault, address: string): Promise<void> => {
  const value = mailboxOf(address)
  const now = await tx.now()
  await lockSuppressions(tx)
  const hash = await entryHash(tx, vault, now)
  await eraseEntries(tx, value)
  await insertErased(tx, { id: uuidv7(), hash: hash(value), now })
}

/** Erases the address of a person if it is on the list. */
export const eraseListedAddress = async (tx: Transaction, vault: Vault, email: string): Promise<void> => {
  const address = normalAddress(email)
  if (address !== undefined && (await suppressionsOfPerson(tx, email)).length > 0)
    await eraseMailbox(tx, vault, address)
}
