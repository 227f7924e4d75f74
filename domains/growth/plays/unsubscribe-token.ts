import { validate } from 'uuid'

/** Whom a link of unsubscribing is for. */
export interface UnsubscribeToken {
  readonly workspace: string
  readonly leadId: string
  /** 32 hexadecimal digits. */
  readonly mac: string
}

/** What the link of a lead is signed over. */
export const signedText = (leadId: string): string => `unsubscribe ${leadId}`

/** The signature in a link, from the hexadecimal digits of a keyed hash over `signedText`. */
export const macOf = (hash: string): string => hash.slice(0, 32)

const plain = (uuid: string) => uuid.replaceAll('-', '')

/** The token of a link: 64 characters. */
export const writeToken = (workspace: string, leadId: string, hash: string): string =>
  Buffer.from(plain(workspace) + plain(leadId) + macOf(hash), 'hex').toString('base64url')

/** Reads a token, whose signature is not checked yet; undefined for anything else. */
export const readToken = (text: string): UnsubscribeToken | undefined => {
  if (!/^[\w-]{64}$/.test(text)) return undefined
  const hex = Buffer.from(text, 'base64url').toString('hex')
  const workspace = uuidOf(hex.slice(0, 32))
  const leadId = uuidOf(hex.slice(32, 64))
  return validate(workspace) && validate(leadId) ? { workspace, leadId, mac: hex.slice(64) } : undefined
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
