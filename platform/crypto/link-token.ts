import { createHash, randomBytes } from 'node:crypto'

const form = /^[A-Za-z0-9_-]{43}$/

/** The token of a link: 32 random bytes in base64url, 43 characters, shown once; and its SHA-256, which is stored. */
export const newLinkToken = (): { readonly token: string; readonly tokenHash: Buffer } => {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: sha256(token) }
}

/** Returns the 32 bytes that identify a token; undefined if the text is not a token. */
export const linkTokenHash = (text: string): Buffer | undefined => (form.test(text) ? sha256(text) : undefined)

const sha256 = (token: string) => createHash('sha256').update(token).digest()
