import { v7 as uuidv7 } from 'uuid'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { mailboxOf, type SuppressionSource, forbiddingDomains, forbiddingEntries } from './rules.ts'
import {
  insertErased,
  insertSuppression,
  insertSuppressions,
  lockSuppressions,
  insertHashKey,
  sealedHashKey,
  eraseEntries,
  suppressionsOfPerson,
  entriesOnList,
  suppressionsFor,
} from './store.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { sealedCredentials } from '../../code/secrets/index.ts'
import { normalAddress } from './entry.ts'
import type { SuppressionRow } from './tables.ts'

/** Adds the mailbox of an address to the do-not-contact list for an act of its owner. Throws VaultUnavailable. */
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
  await insertHashKey(tx, { ...(await hashKey.seal(tx, vault, id, randomBytes(32).toString('base64url'))), now })
  return (await findEntryHash(tx, vault))!
}

const hashUnder =
  (key: string): EntryHash =>
  (value) =>
    createHmac('sha256', Buffer.from(key, 'base64url')).update(value).digest('hex')

/** Erases a mailbox but keeps its hash on the do-not-contact list, against later lists. Throws VaultUnavailable. */
export const eraseMailbox = async (tx: Transaction, vault: Vault, address: string): Promise<void> => {
  const value = mailboxOf(address)
  const now = await tx.now()
  await lockSuppressions(tx)
  const hash = await entryHash(tx, vault, now)
  await eraseEntries(tx, { value })
  await insertErased(tx, { id: uuidv7(), hash: hash(value), now })
}

/** Erases the address of a person if it is on the list. */
export const eraseListedAddress = async (tx: Transaction, vault: Vault, email: string): Promise<void> => {
  const address = normalAddress(email)
  if (address !== undefined && (await suppressionsOfPerson(tx, email)).length > 0)
    await eraseMailbox(tx, vault, address)
}

/** A recipient, all in normal form: an entry for its address or for one of its domains forbids mail to it. */
export interface Recipient {
  readonly address: string | null
  readonly domains: readonly string[]
}

/** The recipients among these that are on the do-not-contact list. Throws VaultUnavailable. */
export const suppressedAmong = async <One extends Recipient>(
  tx: Transaction,
  vault: Vault,
  recipients: readonly One[],
): Promise<ReadonlySet<One>> => {
  const hash = recipients.length === 0 ? undefined : await findEntryHash(tx, vault)
  if (!hash) return new Set()
  const forbidding = new Map(recipients.map((one) => [one, entriesFor(one)]))
  const entries = [...new Set([...forbidding.values()].flat())].map((value) => ({ value, hash: hash(value) }))
  const listed = await entriesOnList(tx, entries)
  return new Set(recipients.filter((one) => forbidding.get(one)!.some((value) => listed.has(value))))
}

/** Every mailbox and domain whose entry forbids mail to a recipient. */
const entriesFor = ({ address, domains }: Recipient): readonly string[] => [
  ...(address === null ? [] : forbiddingEntries(address)),
  ...domains.flatMap(forbiddingDomains),
]

/** The entries of the do-not-contact list that forbid mail to a recipient. Throws VaultUnavailable. */
export const entriesForbidding = async (
  tx: Transaction,
  vault: Vault,
  recipient: Recipient,
): Promise<readonly SuppressionRow[]> => {
  const hash = await findEntryHash(tx, vault)
  if (!hash) return []
  const entries = entriesFor(recipient).map((value) => ({ value, hash: hash(value) }))
  return suppressionsFor(tx, entries)
}
