import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { entryHash, findEntryHash, hashOfAddress } from '../suppression/index.ts'
import { macOf, readToken, signedText, type UnsubscribeToken, writeToken } from './unsubscribe-token.ts'

const path = '/v1/api/growth/unsubscribe'

/**
 * Where a lead gets no more mail. The link works as long as the workspace exists, also if the lead was erased: it has
 * the hash of its address. Throws VaultUnavailable.
 */
export const unsubscribePath = async (
  tx: Transaction,
  vault: Vault,
  { id: leadId, address }: { readonly id: string; readonly address: string },
  now: Date,
): Promise<string> => {
  const hash = await entryHash(tx, vault, now)
  const addressHash = await hashOfAddress(tx, vault, address, now)
  const token = { workspace: tx.workspace!, leadId, addressHash }
  return `${path}/${writeToken(token, hash(signedText(token)))}`
}

/** The recipient of a link of this workspace; undefined for a link that it never issued. Throws VaultUnavailable. */
export const recipientOfLink = async (
  tx: Transaction,
  vault: Vault,
  text: string,
): Promise<UnsubscribeToken | undefined> => {
  const token = readToken(text)
  const hash = token?.workspace === tx.workspace ? await findEntryHash(tx, vault) : undefined
  if (!token || !hash) return undefined
  const expected = macOf(hash(signedText(token)))
  return timingSafeEqual(Buffer.from(expected), Buffer.from(token.mac)) ? token : undefined
}
