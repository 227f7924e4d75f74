import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { entryHash, findEntryHash } from '../suppression/index.ts'
import { macOf, readToken, signedText, writeToken } from './unsubscribe-token.ts'

const path = '/v1/api/growth/unsubscribe'

/** Where a lead gets no more mail. The link holds as long as the workspace is there. Throws VaultUnavailable. */
export const unsubscribePath = async (tx: Transaction, vault: Vault, leadId: string, now: Date): Promise<string> => {
  const hash = await entryHash(tx, vault, now)
  return `${path}/${writeToken(tx.workspace!, leadId, hash(signedText(leadId)))}`
}

/** The lead that a link of this workspace is for; undefined for a link that it never gave. Throws VaultUnavailable. */
export const leadOfLink = async (tx: Transaction, vault: Vault, text: string): Promise<string | undefined> => {
  const token = readToken(text)
  const hash = token?.workspace === tx.workspace ? await findEntryHash(tx, vault) : undefined
  if (!token || !hash) return undefined
  const expected = macOf(hash(signedText(token.leadId)))
  return timingSafeEqual(Buffer.from(expected), Buffer.from(token.mac)) ? token.leadId : undefined
}
