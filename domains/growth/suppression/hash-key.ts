import { createHmac, randomBytes } from 'node:crypto'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { sealedCredentials } from '../../code/secrets/index.ts'
import {
  insertHashKey,
  sealedHashKey,
  insertErased,
  lockSuppressions,
  eraseEntries,
  suppressionsOfPerson,
} from './store.ts'
import { v7 as uuidv7 } from 'uuid'
import { normalAddress } from './entry.ts'
import { mailboxOf } from './rules.ts'

const hashKey = sealedCredentials('growth-suppression')
const id = 'hash-key'

/** Returns the hash of an entry in normal form: HMAC-SHA-256 under a key of the workspace, as 64 hexadecimal digits. */
type EntryHash = (value: string) => string

/** The hash of this workspace; undefined if no entry was ever added. Throws VaultUnavailable without a root key. */
export const findEntryHash = async (tx: Transaction, vault: Vault): Promise<EntryHash | undefined> => {
  const sealed = await sealedHashKey(tx)
  return sealed && hashUnder(await hashKey.open(tx, vault, id, sealed))
}

/** Returns the hash function; the first caller in a workspace makes its key. */
export const entryHash = async (tx: Transaction, vault: Vault, now: Date): Promise<EntryHash> => {
  const known = await findEntryHash(tx, vault)
  if (known) return known
  await insertHashKey(tx, await hashKey.seal(tx, vault, id, randomBytes(32).toString('base64url')), now)
  return (await findEntryHash(tx, vault))!
}

const hashUnder =
  (key: string): EntryHash =>
  (value) =>
    createHmac('sha256', Buffer.from(key, 'base64url')).update(value).digest('hex')

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
