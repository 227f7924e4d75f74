import { v7 as uuidv7 } from 'uuid'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { entryHash } from './hash-key.ts'
import { mailboxOf, type SuppressionSource } from './rules.ts'
import { insertErased, insertSuppression, insertSuppressions, lockSuppressions } from './store.ts'

/**
 * Adds the mailbox of an address, in normal form, to the do-not-contact list for an act of its owner or their server.
 * Throws VaultUnavailable.
 */
export const suppressAddress = async (
  tx: Transaction,
  vault: Vault,
  address: string,
  source: Exclude<SuppressionSource, 'person' | 'erasure'>,
): Promise<void> => {
  const now = await tx.now()
  await lockSuppressions(tx)
  const hash = await entryHash(tx, vault, now)
  const value = mailboxOf(address)
  await insertSuppression(tx, { id: uuidv7(), value, hash: hash(value), source, now })
}

/** Adds a domain, in normal form, to the list, as a person confirmed. Throws VaultUnavailable. */
export const suppressDomain = async (tx: Transaction, vault: Vault, domain: string, userId: string): Promise<void> => {
  const now = await tx.now()
  await lockSuppressions(tx)
  const hash = await entryHash(tx, vault, now)
  const entry = { ids: [uuidv7()], kinds: ['domain'], values: [domain], hashes: [hash(domain)] }
  await insertSuppressions(tx, { ...entry, userId, now })
}

/** The hash by which the list knows an address, in normal form: 64 hexadecimal digits. Throws VaultUnavailable. */
export const hashOfAddress = async (tx: Transaction, vault: Vault, address: string, now: Date): Promise<string> =>
  (await entryHash(tx, vault, now))(mailboxOf(address))

/** Adds the hash of an erased address to the list, as its owner wishes; true if it was not there before. */
export const suppressHash = async (tx: Transaction, hash: string): Promise<boolean> => {
  await lockSuppressions(tx)
  return (await insertErased(tx, { id: uuidv7(), hash, now: await tx.now() })) !== undefined
}
