import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findEntryHash } from './hash-key.ts'
import { forbiddingDomains, forbiddingEntries } from './rules.ts'
import { entriesOnList, suppressionsFor } from './store.ts'
import type { SuppressionRow } from './tables.ts'

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
  const known = new Map(recipients.map((one) => [one, entriesFor(one)]))
  const values = [...new Set([...known.values()].flat())]
  const listed = await entriesOnList(
    tx,
    values.map((value) => ({ value, hash: hash(value) })),
  )
  return new Set(recipients.filter((one) => known.get(one)!.some((value) => listed.has(value))))
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
  return suppressionsFor(
    tx,
    entriesFor(recipient).map((value) => ({ value, hash: hash(value) })),
  )
}
