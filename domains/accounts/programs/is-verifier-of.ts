import { createHash } from 'node:crypto'
import { isSameSecret } from '../../../platform/crypto/index.ts'

/** True if the challenge was made from the verifier, by S256. Source: RFC 7636, sections 4.1 and 4.6. */
export const isVerifierOf = (challenge: string, verifier: string): boolean => {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return isSameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge)
}
