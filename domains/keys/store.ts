import type { ResourceKind } from '../../platform/access/index.ts'
import { pageOf, type Cursor } from '../../platform/db/page.ts'
import { statement, type Transaction } from '../../platform/db/transaction.ts'
import { seesAllKeys } from './sees-all.ts'
import { apiKey, type ApiKeyRow } from './tables.ts'

const key = `${apiKey.columns}, users.name as "ownerName", users.email as "ownerEmail"
  from api_key join users on users.id = api_key.user_id`
const order = `(api_key.created_at, api_key.id) < ($2, $3) and revoked_at is null
   order by api_key.created_at desc, api_key.id desc limit $4`

const all = statement<ApiKeyRow>('api-key.page', `select ${key} where workspace_id = $1 and ${order}`)
const own = statement<ApiKeyRow>(
  'api-key.own-page',
  `select ${key} where workspace_id = $1 and user_id = $5 and ${order}`,
)
/** A page of everybody's keys, or of one person's. */
export const keyPage = async (tx: Transaction, after: Cursor, limit: number, userId: string | undefined) => {
  const values = [tx.workspace, after.at, after.id, limit + 1]
  return pageOf(userId === undefined ? await all(tx, values) : await own(tx, [...values, userId]), limit)
}

const owner = statement<{ userId: string }>(
  'api-key.owner',
  'select user_id as "userId" from api_key where workspace_id = $1 and id = $2',
)
/** A key belongs to no project, and is there for its person and for administrators alone. */
export const apiKeyKind: ResourceKind = async (tx, id, caller) => {
  const found = (await owner(tx, [tx.workspace, id])).at(0)
  return found && (found.userId === caller.userId || seesAllKeys(caller)) ? { projectId: null } : undefined
}

const revocation = statement<{ name: string; userId: string }>(
  'api-key.revoke',
  `update api_key set revoked_at = $3, revoked_by = $4
   where workspace_id = $1 and id = $2 and revoked_at is null returning name, user_id as "userId"`,
)
/** The key that was revoked by this, or undefined where it had been before. */
export const revokeKey = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await revocation(tx, [tx.workspace, id, now, userId])).at(0)
