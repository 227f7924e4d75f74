import type { ProgramTokenKind } from '../../../platform/access/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { programToken } from './tables.ts'

interface NewCode {
  readonly tokenHash: Buffer
  readonly apiKeyId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly createdAt: Date
  readonly expiresAt: Date
}
/** Inserts a code, in the workspace of the person who connects the program. */
export const insertAuthorizationCode = statement<NewCode & Record<keyof NewCode, unknown>>(
  'program-token.insert-code',
  insertInto(programToken, ['tokenHash', 'apiKeyId', 'redirectUri', 'challenge', 'createdAt', 'expiresAt'], {
    workspaceId: ':workspace',
    kind: `'code'`,
  }),
)

export interface FoundToken {
  readonly apiKeyId: string
  readonly workspaceId: string
  readonly redirectUri: string | null
  readonly challenge: string | null
  readonly isUsed: boolean
  readonly isOver: boolean
}
const find = statement<{ tokenHash: Buffer; kind: string }, FoundToken>(
  'program-token.find',
  `select api_key_id as "apiKeyId", workspace_id as "workspaceId", redirect_uri as "redirectUri", challenge,
     used_at is not null as "isUsed", expires_at <= now()::timestamptz(3) as "isOver"
   from program_token where token_hash = :tokenHash and kind = :kind`,
)
/** Runs in an identity transaction, like all functions below. */
export const findToken = async (tx: Transaction, kind: ProgramTokenKind, tokenHash: Buffer) =>
  (await find(tx, { tokenHash, kind })).at(0)

const use = statement<{ tokenHash: Buffer; kind: string; now: Date }, { apiKeyId: string }>(
  'program-token.use',
  `update program_token set used_at = :now
   where token_hash = :tokenHash and kind = :kind and used_at is null and expires_at > :now returning api_key_id as "apiKeyId"`,
)
/** True if this request used the code or token: it is good once. */
export const claimToken = async (tx: Transaction, kind: ProgramTokenKind, tokenHash: Buffer, now: Date) =>
  (await use(tx, { tokenHash, kind, now })).length > 0

const insert = statement<{
  tokenHash: Buffer
  workspaceId: string
  apiKeyId: string
  kind: string
  createdAt: Date
  expiresAt: Date
}>(
  'program-token.insert',
  insertInto(programToken, ['tokenHash', 'workspaceId', 'apiKeyId', 'kind', 'createdAt', 'expiresAt']),
)
interface NewToken {
  readonly tokenHash: Buffer
  readonly workspaceId: string
  readonly apiKeyId: string
  readonly kind: 'access' | 'refresh'
  readonly createdAt: Date
  readonly expiresAt: Date
}
export const insertProgramToken = (tx: Transaction, token: NewToken) => insert(tx, { ...token })

const removal = statement<{ days: number; limit: number }>(
  'program-token.remove-ended',
  `delete from program_token where token_hash = any(array(select token_hash from program_token
     where expires_at < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
export const removeEndedTokens = async (tx: Transaction, limit: number) =>
  (await removal(tx, { days: retention.programTokens.days, limit })).length
