import { linkTokenHash, newLinkToken } from '../../../platform/crypto/index.ts'
import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { portalLetterToken, type InvitationRow } from './tables.ts'
import { createHash, timingSafeEqual } from 'node:crypto'

export const insertLetterProof = statement<{ id: string; tokenHash: Buffer }>(
  'portal-letter-token.insert',
  insertInto(portalLetterToken, ['tokenHash'], { workspaceId: ':workspace', invitationId: ':id' }),
)

type OpenProof = Pick<InvitationRow, 'id' | 'email' | 'emailNormal'> & { readonly tokenHash: Buffer }
const find = rowStatement<{ linkHash: Buffer | undefined }, OpenProof>(
  'portal-letter-token.find',
  `select i.id, i.email, i.email_normal as "emailNormal", l.token_hash as "tokenHash"
   from portal_token t
   join portal_invitation i on i.id = t.invitation_id
   join portal_letter_token l on l.invitation_id = i.id
   where t.token_hash = :linkHash and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()::timestamptz(3)`,
)
const spend = statement<{ id: string }, { id: string }>(
  'portal-letter-token.spend',
  'delete from portal_letter_token where invitation_id = :id returning invitation_id as id',
)

/**
 * Uses up the proof that the letter of an open invitation was read, and returns its address; undefined for every other
 * pair of tokens. If several callers race for a proof, only one gets it. Runs in an identity transaction.
 */
export const claimLetterProof = async (tx: Transaction, linkToken: string, letterToken: string) => {
  const proof = await find(tx, { linkHash: linkTokenHash(linkToken) })
  if (!proof || !isLetterProof(letterToken, proof.emailNormal, proof.tokenHash)) return undefined
  return (await spend(tx, { id: proof.id })).length === 1 ? proof : undefined
}

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
