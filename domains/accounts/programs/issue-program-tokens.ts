import {
  programTokenHash,
  type ProgramTokenKind,
  newProgramToken,
  programTokenMs,
} from '../../../platform/access/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { findProgram, type LiveProgram, prolongProgram } from '../workspaces/index.ts'
import { endConnection, readForm } from './revoke-program-tokens.ts'
import type { ProgramParts } from './parts.ts'
import { issueProgramTokens } from './protocol.ts'
import { isResource, issuerAt, readTokenRequest, type TokenRequest } from './rules/authorization-request.ts'
import { findToken, claimToken, type FoundToken, insertProgramToken } from './store.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { createHash } from 'node:crypto'
import { isSameSecret } from '../../../platform/crypto/index.ts'

export default ({ database, originFor }: Pick<ProgramParts, 'database' | 'originFor'>) =>
  handle(issueProgramTokens, async ({ body, header, now, fail, ok }) => {
    const form = (await readForm(body, issueProgramTokens.bodyLimit)) ?? fail.tooLong()
    const request = readTokenRequest(form)
    if (request.grant === 'unreadable') return fail.unreadable()
    if (request.grant === 'unsupported') return fail.unsupported()
    const issuer = issuerAt(originFor(header('host')))
    if (!request.resources.every((one) => isResource(one, issuer))) return fail.otherResource()
    return ok((await exchange(database, request, now)) ?? fail.notGranted())
  })

type GoodRequest = Extract<TokenRequest, { grant: 'code' | 'refresh' }>

/** Returns the tokens for a code or token; undefined if it is not valid. A repeated one ends the connection. */
const exchange = async (database: Database, request: GoodRequest, now: Date) => {
  const kind: ProgramTokenKind = request.grant
  const tokenHash = programTokenHash(kind, request.secret)
  if (!tokenHash) return undefined
  const found = await database.identity(async (tx) => {
    const token = await findToken(tx, { kind, tokenHash })
    const program = token && (await findProgram(tx, { id: token.apiKeyId }))
    if (!token || !program || !isFor(request, token, program)) return undefined
    const isFirst = await claimToken(tx, { kind, tokenHash, now })
    return { token, program, tokens: isFirst ? await giveTokens(tx, token.apiKeyId, program, now) : undefined }
  })
  if (!found) return undefined
  const { token, program, tokens } = found
  // Two programs hold the token: the connection is no longer safe. Source: OAuth 2.1, sections 4.1.3 and 4.3.1.
  if (!tokens && !token.isOver) {
    const reason = kind === 'code' ? 'code_replayed' : 'refresh_token_replayed'
    await endConnection(database, { ...program, apiKeyId: token.apiKeyId }, reason)
  }
  return tokens
}

/** True if the code or token was issued to the program that presents it. */
const isFor = (request: GoodRequest, { redirectUri, challenge }: FoundToken, { clientId }: LiveProgram): boolean => {
  if (request.clientId !== clientId) return false
  if (request.grant === 'refresh') return true
  return request.redirectUri === redirectUri && isVerifierOf(challenge!, request.verifier)
}

/** Issues an access token and the refresh token that follows it; the connection lasts as long as the latter. */
const giveTokens = async (tx: Transaction, apiKeyId: string, program: LiveProgram, now: Date) => {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const access = newProgramToken('access')
  const refresh = newProgramToken('refresh')
  const until = after(programTokenMs.refresh)
  const common = { workspaceId: program.workspaceId, apiKeyId, createdAt: now }
  const { tokenHash } = access
  await insertProgramToken(tx, { ...common, tokenHash, kind: 'access', expiresAt: after(programTokenMs.access) })
  await insertProgramToken(tx, { ...common, tokenHash: refresh.tokenHash, kind: 'refresh', expiresAt: until })
  await prolongProgram(tx, { id: apiKeyId, expiresAt: until })
  return {
    access_token: access.secret,
    token_type: 'Bearer' as const,
    expires_in: programTokenMs.access / 1_000,
    refresh_token: refresh.secret,
    scope: program.scopes.join(' '),
  }
}

/** True if the challenge was made from the verifier, by S256. Source: RFC 7636, sections 4.1 and 4.6. */
export const isVerifierOf = (challenge: string, verifier: string): boolean => {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return isSameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge)
}
