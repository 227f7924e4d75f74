import { createHash, randomBytes } from 'node:crypto'

const form = /^[A-Za-z0-9_-]{43}$/
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A new token of an invitation, shown once, and its SHA-256, which is stored. */
export const newToken = () => {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

/** The hash that a token is found by; undefined for a text that is no token. */
export const tokenHashOf = (token: string): Buffer | undefined => (form.test(token) ? hashOf(token) : undefined)
