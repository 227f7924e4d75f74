import { matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, type RowOf } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { programToken } from './tables.ts'

type TokenRow = RowOf<typeof programToken, { kind: 'access' | 'refresh' }>
type NewCode = Pick<TokenRow, 'tokenHash' | 'apiKeyId' | 'createdAt' | 'expiresAt'> &
  Readonly<Record<'redirectUri' | 'challenge', string>>
/** Inserts a code, in the workspace of the person who connects the program. */
export const insertAuthorizationCode = statement<NewCode>(
  'program-token.insert-code',
  insertInto(programToken, ['tokenHash', 'apiKeyId', 'redirectUri', 'challenge', 'createdAt', 'expiresAt'], {
    workspaceId: ':workspace',
    kind: `'code'`,
  }),
)

export interface FoundToken {
  readonly apiKeyId: string
  readonly redirectUri: string | null
  readonly challenge: string | null
  readonly isOver: boolean
}
/** Runs in an identity transaction, like all functions below. */
export const findToken = rowStatement<{ tokenHash: Buffer; kind: string }, FoundToken>(
  'program-token.find',
  `select api_key_id as "apiKeyId", redirect_uri as "redirectUri", challenge,
     expires_at <= now()::timestamptz(3) as "isOver"
   from program_token where token_hash = :tokenHash and kind = :kind`,
)

/** True if this request used the code or token: it is good once. */
export const claimToken = matchStatement<{ tokenHash: Buffer; kind: string; now: Date }, { apiKeyId: string }>(
  'program-token.use',
  `update program_token set used_at = :now
   where token_hash = :tokenHash and kind = :kind and used_at is null and expires_at > :now returning api_key_id as "apiKeyId"`,
)

export const insertProgramToken = statement<Omit<TokenRow, 'redirectUri' | 'challenge' | 'usedAt'>>(
  'program-token.insert',
  insertInto(programToken, ['tokenHash', 'workspaceId', 'apiKeyId', 'kind', 'createdAt', 'expiresAt']),
)

const removal = statement<{ days: number; limit: number }>(
  'program-token.remove-ended',
  `delete from program_token where token_hash = any(array(select token_hash from program_token
     where expires_at < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
export const removeEndedTokens = async (tx: Transaction, limit: number) =>
  (await removal(tx, { days: retention.programTokens.days, limit })).length
