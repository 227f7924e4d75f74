import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findEntryHash } from './hash-key.ts'
import { forbiddingEntries, forbiddingDomains } from './rules.ts'
import { hashesOnList } from './store.ts'

/** Those of these addresses and domains, all in normal form, that are on the do-not-contact list. Throws VaultUnavailable. */
export const suppressedAmong = async (
  tx: Transaction,
  vault: Vault,
  values: readonly string[],
): Promise<ReadonlySet<string>> => {
  const hash = values.length === 0 ? undefined : await findEntryHash(tx, vault)
  if (!hash) return new Set()
  const hashed = values.map((value) => ({
    value,
    hashes: (value.includes('@') ? forbiddingEntries(value) : forbiddingDomains(value)).map(hash),
  }))
  const listed = await hashesOnList(tx, [...new Set(hashed.flatMap(({ hashes }) => hashes))])
  return new Set(hashed.filter(({ hashes }) => hashes.some((one) => listed.has(one))).map(({ value }) => value))
}
