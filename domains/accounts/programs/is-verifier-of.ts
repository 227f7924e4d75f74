import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a verifier is the one that a challenge was made from, by S256. Source: RFC 7636, sections 4.1 and 4.6. */
export const isVerifierOf = (challenge: string, verifier: string): boolean => {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest('base64url')
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}
