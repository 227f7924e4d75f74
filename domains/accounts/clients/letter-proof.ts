import { createHash, timingSafeEqual } from 'node:crypto'
import { newLinkToken } from '../../../platform/crypto/index.ts'

/** The stored form of a letter's token: 32 bytes, SHA-256 over the token, a line feed and the address of the letter. */
const letterProofHash = (token: string, emailNormal: string): Buffer =>
  createHash('sha256').update(`${token}\n${emailNormal}`).digest()

/** A token that only the letter to this address carries, and the hash that is stored. */
export const newLetterProof = (emailNormal: string): { readonly token: string; readonly hash: Buffer } => {
  const { token } = newLinkToken()
  return { token, hash: letterProofHash(token, emailNormal) }
}

/** True if a token came with the letter to this address. Takes as long for a wrong token as for the right one. */
export const isLetterProof = (token: string, emailNormal: string, stored: Buffer): boolean =>
  timingSafeEqual(letterProofHash(token, emailNormal), stored)
