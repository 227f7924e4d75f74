import { parse, stringify, validate } from 'uuid'

/** Whom a link of unsubscribing is for. */
export interface UnsubscribeToken {
  readonly workspace: string
  readonly leadId: string
  readonly mac: string
}

const macHexDigits = 32

/** What the link of a lead is signed over. */
export const signedText = (leadId: string): string => `unsubscribe ${leadId}`

/** The token of a link; `hash` are hexadecimal digits of a keyed hash over `signedText`. */
export const writeToken = (workspace: string, leadId: string, hash: string): string =>
  Buffer.concat([parse(workspace), parse(leadId), Buffer.from(hash.slice(0, macHexDigits), 'hex')]).toString(
    'base64url',
  )

/** Reads a token, whose signature is not checked yet; undefined for anything else. */
export const readToken = (text: string): UnsubscribeToken | undefined => {
  if (!/^[\w-]{64}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const workspace = stringifyOr(bytes.subarray(0, 16))
  const leadId = stringifyOr(bytes.subarray(16, 32))
  if (workspace === undefined || leadId === undefined) return undefined
  return { workspace, leadId, mac: bytes.subarray(32).toString('hex') }
}

const stringifyOr = (bytes: Uint8Array): string | undefined => {
  const hex = Buffer.from(bytes).toString('hex')
  const text = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return validate(text) ? stringify(bytes) : undefined
}
