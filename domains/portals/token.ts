import { createHash, randomBytes } from 'node:crypto'

const form = /^[A-Za-z0-9_-]{43}$/

/** The token of a link, shown once, and its SHA-256, 32 bytes, which is stored. */
export const newToken = () => {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: sha256(token) }
}

/** What is stored of a token; undefined for a text that is none. */
export const hashOfToken = (token: string): Buffer | undefined => (form.test(token) ? sha256(token) : undefined)

const sha256 = (token: string) => createHash('sha256').update(token).digest()
