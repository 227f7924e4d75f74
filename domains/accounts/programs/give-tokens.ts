import { newProgramToken, programTokenMs } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { prolongProgram, type LiveProgram } from '../workspaces/index.ts'
import { keepToken } from './store.ts'

/** Gives a program an access token and the refresh token that follows it; the connection lasts as long as that one. */
export const giveTokens = async (tx: Transaction, apiKeyId: string, program: LiveProgram, now: Date) => {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const access = newProgramToken('access')
  const refresh = newProgramToken('refresh')
  const until = after(programTokenMs.refresh)
  const common = { workspaceId: program.workspaceId, apiKeyId, createdAt: now }
  const { tokenHash } = access
  await keepToken(tx, { ...common, tokenHash, kind: 'access', expiresAt: after(programTokenMs.access) })
  await keepToken(tx, { ...common, tokenHash: refresh.tokenHash, kind: 'refresh', expiresAt: until })
  await prolongProgram(tx, apiKeyId, until)
  return {
    access_token: access.secret,
    token_type: 'Bearer' as const,
    expires_in: programTokenMs.access / 1_000,
    refresh_token: refresh.secret,
    scope: program.scopes.join(' '),
  }
}
