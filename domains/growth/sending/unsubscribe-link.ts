import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { entryHash, findEntryHash, hashOfAddress } from '../suppression/index.ts'
import { validate } from 'uuid'

const path = '/v1/api/growth/unsubscribe'

/** The path at which every lead unsubscribes. It holds a hash, and so works after erasure. Throws VaultUnavailable. */
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

/** Whom a link of unsubscribing is for. */
export interface UnsubscribeToken {
  readonly workspace: string
  readonly leadId: string
  /** The hash by which the do-not-contact list knows the address, 64 hexadecimal digits; null in links of earlier mails. */
  readonly addressHash: string | null
  /** 32 hexadecimal digits. */
  readonly mac: string
}

/** The signed text of a lead's link. */
export const signedText = ({ leadId, addressHash }: Pick<UnsubscribeToken, 'leadId' | 'addressHash'>): string =>
  addressHash === null ? `unsubscribe ${leadId}` : `unsubscribe ${leadId} ${addressHash}`

/** The signature in a link, from the hexadecimal digits of a keyed hash over `signedText`. */
const macOf = (hash: string): string => hash.slice(0, 32)

const plain = (uuid: string) => uuid.replaceAll('-', '')

/** The token of a link, from the hexadecimal digits of the keyed hash: 107 characters. */
export const writeToken = (
  { workspace, leadId, addressHash }: Pick<UnsubscribeToken, 'workspace' | 'leadId' | 'addressHash'>,
  hash: string,
): string =>
  Buffer.from(plain(workspace) + plain(leadId) + (addressHash ?? '') + macOf(hash), 'hex').toString('base64url')

/** Reads a token, whose signature is not checked yet; undefined for anything else. */
export const readToken = (text: string): UnsubscribeToken | undefined => {
  if (!/^(?:[\w-]{64}|[\w-]{107})$/.test(text)) return undefined
  const hex = Buffer.from(text, 'base64url').toString('hex')
  const workspace = uuidOf(hex.slice(0, 32))
  const leadId = uuidOf(hex.slice(32, 64))
  if (!validate(workspace) || !validate(leadId)) return undefined
  return { workspace, leadId, addressHash: hex.slice(64, -32) || null, mac: hex.slice(-32) }
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
